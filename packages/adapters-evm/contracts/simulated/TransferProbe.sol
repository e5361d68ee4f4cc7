// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Tries a transfer of a token, and tells what it moved. It is never deployed: in a simulated call its code stands in for
/// that of an account that holds some of the token, and nothing of the call remains.
contract TransferProbe {
    /// `held` is what the account has, up to `most`, and is what it sends. `received` is what the recipient has more.
    function probe(
        address token,
        address recipient,
        uint256 most
    ) external returns (uint256 held, bool done, uint256 received) {
        held = balanceOf(token, address(this));
        if (held > most) held = most;
        if (held == 0) return (0, false, 0);
        uint256 before = balanceOf(token, recipient);
        // Some tokens answer nothing, and some answer false although they move the amount.
        (done, ) = token.call(abi.encodeWithSignature("transfer(address,uint256)", recipient, held));
        if (done) received = balanceOf(token, recipient) - before;
    }

    function balanceOf(address token, address owner) private view returns (uint256 balance) {
        (bool done, bytes memory answer) = token.staticcall(
            abi.encodeWithSignature("balanceOf(address)", owner)
        );
        return done && answer.length == 32 ? abi.decode(answer, (uint256)) : 0;
    }
}
