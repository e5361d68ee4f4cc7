export const kyc = {
  area: "KYC desk"
}
