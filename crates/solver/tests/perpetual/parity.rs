//! A textbook solver of parity games on explicit graphs: Zielonka's recursion.

/// A graph whose nodes belong to two players and have colours.
#[derive(Default)]
pub(crate) struct Game {
    /// Successors of each node; a node without any is not part of the game.
    pub(crate) after: Vec<Vec<u32>>,
    /// The reverse.
    pub(crate) before: Vec<Vec<u32>>,
    /// Whether the odd player moves.
    pub(crate) odd_moves: Vec<bool>,
    pub(crate) colour: Vec<u8>,
}

impl Game {
    /// The nodes that the odd player wins: the largest colour met again and again is odd.
    pub(crate) fn odd_wins(&self) -> Vec<bool> {
        let all: Vec<bool> = self.after.iter().map(|after| !after.is_empty()).collect();
        self.solve(&all)
    }

    fn solve(&self, inside: &[bool]) -> Vec<bool> {
        let nodes = || (0..inside.len()).filter(|&node| inside[node]);
        let Some(colour) = nodes().map(|node| self.colour[node]).max() else {
            return vec![false; inside.len()];
        };
        let odd = colour % 2 == 1;
        let largest = nodes().filter(|&node| self.colour[node] == colour);
        let attracted = self.attract(inside, largest, odd);
        let rest = without(inside, &attracted);
        let won = self.solve(&rest);
        // The other player's part of the rest.
        let others: Vec<usize> = nodes()
            .filter(|&node| rest[node] && won[node] != odd)
            .collect();
        if others.is_empty() {
            return inside.iter().map(|&inside| inside && odd).collect();
        }
        let lost = self.attract(inside, others.into_iter(), !odd);
        let mut won = self.solve(&without(inside, &lost));
        for node in nodes().filter(|&node| lost[node]) {
            won[node] = !odd;
        }
        won
    }

    /// The nodes from which a player can force the game into some others.
    fn attract(
        &self,
        inside: &[bool],
        target: impl Iterator<Item = usize>,
        odd: bool,
    ) -> Vec<bool> {
        let mut found = vec![false; inside.len()];
        let mut open: Vec<usize> = target.collect();
        open.iter().for_each(|&node| found[node] = true);
        while let Some(node) = open.pop() {
            for &before in &self.before[node] {
                let before = before as usize;
                if !inside[before] || found[before] {
                    continue;
                }
                let mut after = self.after[before].iter().map(|&next| next as usize);
                let is_forced =
                    self.odd_moves[before] == odd || after.all(|next| !inside[next] || found[next]);
                if is_forced {
                    found[before] = true;
                    open.push(before);
                }
            }
        }
        found
    }
}

fn without(inside: &[bool], others: &[bool]) -> Vec<bool> {
    inside
        .iter()
        .zip(others)
        .map(|(&inside, &other)| inside && !other)
        .collect()
}
