//! What to write into indices without a position, so that blocks pack well.

/// A way to fill empty indices.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Fill {
    /// By the cell before.
    Before,
    /// So that what stands at some distance before goes on: the board's rows and ranks repeat each
    /// other, and the packer finds longer repetitions. Slower.
    Likely,
}

/// How far back to look: along the ranks of the last piece, to the same square and its neighbours with
/// the piece before it elsewhere, and so on.
fn far_back() -> impl Iterator<Item = usize> {
    let rows = [
        192, 256, 320, 448, 456, 504, 505, 511, 512, 513, 519, 520, 576, 1024, 4096,
    ];
    (1..=16).chain(48..=80).chain(120..=136).chain(rows)
}

impl Fill {
    /// Replaces the empty cells of a block.
    pub(crate) fn fill<T: Copy + PartialEq>(self, cells: &mut [T], empty: T) {
        let Some(&first) = cells.iter().find(|&&cell| cell != empty) else {
            return;
        };
        match self {
            Fill::Before => {
                let mut last = first;
                for cell in cells {
                    if *cell == empty {
                        *cell = last;
                    } else {
                        last = *cell;
                    }
                }
            }
            Fill::Likely => fill_likely(cells, empty, first),
        }
    }
}

/// Goes through the cells as a packer would: takes the repetition that explains most cells, empty
/// ones fitting everything, and writes it into the empty ones.
fn fill_likely<T: Copy + PartialEq>(cells: &mut [T], empty: T, first: T) {
    let is_told = |&at: &usize| cells[at] != empty;
    let told: Vec<usize> = (0..cells.len()).filter(is_told).collect();
    let mut told = &told[..];
    let (mut at, mut again) = (0, 1);
    while at < cells.len() {
        let after = told.partition_point(|&place| place < at);
        told = &told[after..];
        let (mut most, mut way) = (1, None);
        for back in std::iter::once(again).chain(far_back()) {
            if back > at {
                continue;
            }
            let repeats = |&&place: &&usize| cells[place] == cells[at - back + (place - at) % back];
            let explained = told.iter().take_while(repeats).count();
            if explained > most {
                let end = told.get(explained).copied().unwrap_or(cells.len());
                (most, way) = (explained, Some((back, end)));
            }
        }
        match way {
            Some((back, end)) => {
                for place in at..end {
                    cells[place] = cells[place - back];
                }
                (at, again) = (end, back);
            }
            None => {
                if cells[at] == empty {
                    cells[at] = if at == 0 { first } else { cells[at - 1] };
                }
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_empty_cells_are_written_and_none_stays_empty() {
        let mut rng = yomikiri_game_api::SplitMix64::new(7);
        for kinds in [1, 2, 5] {
            let cells: Vec<u8> = (0..3000)
                .map(|_| match rng.below(3) {
                    0 => 255,
                    _ => rng.below(kinds) as u8,
                })
                .collect();
            for way in [Fill::Before, Fill::Likely] {
                let mut filled = cells.clone();
                way.fill(&mut filled, 255);
                for (before, after) in cells.iter().zip(&filled) {
                    assert!(*after != 255 && (before == after || *before == 255));
                }
            }
        }
        let mut nothing = [255; 5];
        Fill::Likely.fill(&mut nothing, 255);
        assert_eq!(nothing, [255; 5]);
    }

    #[test]
    fn rows_go_on_through_empty_cells() {
        let row: Vec<u8> = (0..64).map(|i| i / 3).collect();
        let mut cells = [row.clone(), row.clone(), row.clone()].concat();
        for i in (64..192).filter(|i| i % 5 < 2) {
            cells[i] = 255;
        }
        Fill::Likely.fill(&mut cells, 255);
        assert_eq!(cells, [row.clone(), row.clone(), row].concat());
    }
}
