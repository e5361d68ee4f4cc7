// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Forwarder} from "./Forwarder.sol";

/// Gives a deposit address for every salt and moves what lies there to the treasury. Nobody owns it and it holds
/// nothing: anybody may call it, and money can only go to the treasury.
contract ForwarderFactory {
    /// The token or the treasury refused, or the token answered `false`: what lies there may still lie there.
    event Skipped(address indexed token, bytes32 indexed salt, address deposit);

    /// Without enough gas for one more address. It reverts, so that an estimate of the gas is right although a
    /// failure of one address is none of the group.
    error TooLittleGas();

    /// What the transfer from one address may use, so that a token that burns everything it is given for one
    /// address leaves the others theirs. 50 times this is below the limit of one transaction (EIP-7825).
    uint256 private constant FORWARD_GAS = 200_000;

    /// A call gets at most 63/64 of the gas that is left (EIP-150), and costs something itself.
    uint256 private constant LEFT_GAS_MIN = FORWARD_GAS + FORWARD_GAS / 63 + 10_000;

    address public immutable treasury;
    /// What every deposit address delegates to.
    address public immutable implementation;
    bytes32 private immutable cloneHash;

    constructor(address treasury_) {
        require(treasury_ != address(0));
        treasury = treasury_;
        implementation = address(new Forwarder(treasury_));
        cloneHash = keccak256(cloneCode());
    }

    function addressOf(bytes32 salt) public view returns (address) {
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), salt, cloneHash)))));
    }

    /// Moves the balance of `token`, or of the native coin if `token` is zero, of the address of each salt. An
    /// address whose transfer fails is skipped and does not hold up the others.
    function sweep(address token, bytes32[] calldata salts) external {
        for (uint256 i = 0; i < salts.length; ++i) {
            bytes32 salt = salts[i];
            address deposit = addressOf(salt);
            if (deposit.code.length == 0) clone(salt);
            if (gasleft() < LEFT_GAS_MIN) revert TooLittleGas();
            if (!forwarded(deposit, token)) emit Skipped(token, salt, deposit);
        }
    }

    function forwarded(address deposit, address token) private returns (bool) {
        try Forwarder(deposit).forward{gas: FORWARD_GAS}(token) returns (bool done) {
            return done;
        } catch {
            return false;
        }
    }

    function clone(bytes32 salt) private {
        bytes memory code = cloneCode();
        address made;
        assembly ("memory-safe") {
            made := create2(0, add(code, 32), mload(code), salt)
        }
        if (made == address(0)) revert TooLittleGas();
    }

    /// Creates the minimal proxy of EIP-1167.
    function cloneCode() private view returns (bytes memory) {
        return
            abi.encodePacked(
                hex"3d602d80600a3d3981f3363d3d373d3d3d363d73",
                implementation,
                hex"5af43d82803e903d91602b57fd5bf3"
            );
    }
}
