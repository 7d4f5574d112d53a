//! What makes a reading short. Every refinement can be switched off, to measure what it is worth.

/// The refinements of a search; all are on in play.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Refinements {
    /// Boards that were read are remembered.
    pub table: bool,
    /// What quiet moves may cost grows step by step.
    pub deepening: bool,
    /// Attacks are first tried against the defences that come to mind.
    pub two_steps: bool,
    /// Only points on which the attack depended are tried as further defences; without it all empty ones are.
    pub zones: bool,
    /// Likelier moves are tried first.
    pub order: bool,
    /// Moves that worked last at the same ply are tried first.
    pub killers: bool,
}

impl Refinements {
    /// All of them.
    pub const ALL: Refinements = Refinements {
        table: true,
        deepening: true,
        two_steps: true,
        zones: true,
        order: true,
        killers: true,
    };
    /// None of them.
    pub const NONE: Refinements = Refinements {
        table: false,
        deepening: false,
        two_steps: false,
        zones: false,
        order: false,
        killers: false,
    };
    /// Their names.
    pub const NAMES: [&'static str; 6] = [
        "table",
        "deepening",
        "two-steps",
        "zones",
        "order",
        "killers",
    ];

    /// All but the named one.
    pub fn without(name: &str) -> Option<Refinements> {
        let mut refinements = Refinements::ALL;
        *match name {
            "table" => &mut refinements.table,
            "deepening" => &mut refinements.deepening,
            "two-steps" => &mut refinements.two_steps,
            "zones" => &mut refinements.zones,
            "order" => &mut refinements.order,
            "killers" => &mut refinements.killers,
            _ => return None,
        } = false;
        Some(refinements)
    }
}
