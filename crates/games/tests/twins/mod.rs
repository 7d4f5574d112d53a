//! Twins: the same games implemented again, independent of the rule files and their compiler.
//!
//! `slow` and `slow_janken` are as obvious as possible and test correctness; `hand_anpanman` is
//! hand-optimised and a reference for speed.

#![allow(dead_code, reason = "each test and benchmark uses the twins it needs")]

pub(crate) mod hand_anpanman;
pub(crate) mod slow;
pub(crate) mod slow_janken;
