export default function Home() {
  return (
    <main>
      <h1>{"{{name}}"}</h1>
      <p>
        Its payments: <a href="/docs">the documents</a>
      </p>
    </main>
  )
}
