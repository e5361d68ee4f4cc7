// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The part that all test tokens share. Anybody may mint.
abstract contract TestToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) public {
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function mintToAll(address[] calldata to, uint256 amount) external {
        for (uint256 i = 0; i < to.length; ++i) mint(to[i], amount);
    }

    function move(address from, address to, uint256 amount) internal {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}

/// Answers nothing, as USDT on Ethereum does.
contract SilentToken is TestToken {
    event DestroyedBlackFunds(address owner, uint256 balance);

    uint8 public constant decimals = 6;

    function transfer(address to, uint256 amount) external {
        move(msg.sender, to, amount);
    }

    /// Everybody has an allowance.
    function transferFrom(address from, address to, uint256 amount) external {
        move(from, to, amount);
    }

    /// What its issuer can do: nothing is transferred.
    function destroyBlackFunds(address owner) external {
        emit DestroyedBlackFunds(owner, balanceOf[owner]);
        balanceOf[owner] = 0;
    }
}

/// Answers `true`, as USDT on BSC does.
contract BoolToken is TestToken {
    uint8 public constant decimals = 18;

    function transfer(address to, uint256 amount) external returns (bool) {
        move(msg.sender, to, amount);
        return true;
    }

    /// One transaction with several transfers.
    function transferToAll(address[] calldata to, uint256 amount) external {
        for (uint256 i = 0; i < to.length; ++i) move(msg.sender, to[i], amount);
    }
}

/// Keeps one percent of each transfer.
contract FeeToken is TestToken {
    uint8 public constant decimals = 18;

    function transfer(address to, uint256 amount) external returns (bool) {
        uint256 fee = amount / 100;
        move(msg.sender, to, amount - fee);
        if (fee > 0) move(msg.sender, address(this), fee);
        return true;
    }
}

/// Keeps as much of each transfer as its owner says, as USDT on Ethereum and TRON can.
contract RateToken is TestToken {
    uint8 public constant decimals = 6;
    uint256 public basisPointsRate;

    function setRate(uint256 rate) external {
        basisPointsRate = rate;
    }

    function transfer(address to, uint256 amount) external {
        uint256 fee = (amount * basisPointsRate) / 10000;
        move(msg.sender, to, amount - fee);
        if (fee > 0) move(msg.sender, address(this), fee);
    }
}

/// Refuses some senders and recipients: it reverts, burns all gas that it is given, or answers with a megabyte.
contract BlockingToken is TestToken {
    enum Refusal {
        None,
        Revert,
        Burn,
        LongAnswer
    }

    uint8 public constant decimals = 6;
    mapping(address => Refusal) public refusalOf;

    function refuse(address owner, Refusal refusal) external {
        refusalOf[owner] = refusal;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        Refusal refusal = refusalOf[msg.sender];
        if (refusal == Refusal.None) refusal = refusalOf[to];
        if (refusal == Refusal.Revert) revert("blocked");
        if (refusal == Refusal.Burn)
            assembly {
                invalid()
            }
        if (refusal == Refusal.LongAnswer)
            assembly {
                revert(0, 100000)
            }
        move(msg.sender, to, amount);
        return true;
    }
}

/// Answers `false` and moves nothing.
contract FalseToken is TestToken {
    uint8 public constant decimals = 6;

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

/// Answers `false` although it moves the amount, as Tether Gold does.
contract LyingToken is TestToken {
    uint8 public constant decimals = 6;

    function transfer(address to, uint256 amount) external returns (bool) {
        move(msg.sender, to, amount);
        return false;
    }
}

/// Makes a call in the middle of a transfer, and refuses the transfer if it fails.
contract ReentrantToken is TestToken {
    uint8 public constant decimals = 6;
    address private target;
    bytes private data;

    function arm(address target_, bytes calldata data_) external {
        target = target_;
        data = data_;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        move(msg.sender, to, amount);
        (bool done, ) = target.call(data);
        require(done);
        return true;
    }
}

/// A treasury that takes no native coin.
contract RefusingTreasury {}
