// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Token {
    function balanceOf(address owner) external view returns (uint256);
}

/// The code behind every deposit address: it moves what lies there to the treasury and can do nothing else,
/// so anybody may call it. It keeps no state, and the treasury is part of the code.
contract Forwarder {
    address private immutable TREASURY;

    constructor(address treasury) {
        TREASURY = treasury;
    }

    /// Moves the whole balance of `token`, or of the native coin if `token` is zero. Reverts if the token or the
    /// treasury does. A token that answers `false` does not undo the transfer, because some answer so after a
    /// transfer that succeeded: the answer is only passed on. Some tokens answer nothing.
    function forward(address token) external returns (bool) {
        bool done;
        bytes memory answer;
        if (token == address(0)) {
            (done, answer) = TREASURY.call{value: address(this).balance}("");
            require(done);
            return true;
        }
        uint256 amount = Token(token).balanceOf(address(this));
        if (amount == 0) return true;
        // transfer(address,uint256)
        (done, answer) = token.call(abi.encodeWithSelector(0xa9059cbb, TREASURY, amount));
        require(done);
        return answer.length == 0 || (answer.length >= 32 && abi.decode(answer, (uint256)) == 1);
    }
}
