//! Sets of squares for equal pieces, by number.

/// Binomial coefficient.
pub(super) const fn choose(n: u32, k: u32) -> u32 {
    let (mut product, mut i) = (1, 0);
    while i < k {
        product = product * (n - i) / (i + 1);
        i += 1;
    }
    product
}

/// Every set of this many squares, by number.
pub(super) fn sets(count: usize) -> Vec<[u8; 4]> {
    let mut sets = vec![[0; 4]; choose(64, count as u32) as usize];
    let mut set = [0u8, 1, 2, 3];
    for (i, place) in set.iter_mut().enumerate() {
        *place = i as u8;
    }
    // Numbers grow with the highest square, then the next: odometer order.
    for place in &mut sets {
        place[..count].copy_from_slice(&set[..count]);
        let mut i = 0;
        while i + 1 < count && set[i] + 1 == set[i + 1] {
            set[i] = i as u8;
            i += 1;
        }
        set[i] += 1;
    }
    sets
}

/// The number of a set of squares.
pub(super) fn set_number(set: &mut [u8]) -> u32 {
    set.sort_unstable();
    let places = set.iter().zip(1..);
    places
        .map(|(&square, k)| choose_from(u32::from(square), k))
        .sum()
}

const fn choose_from(n: u32, k: u32) -> u32 {
    if n < k { 0 } else { choose(n, k) }
}
