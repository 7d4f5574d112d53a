//! Memory for cells that are looked at in no order.

/// A list of equal things, in large pages where the system has them to give: a cell somewhere in a
/// gigabyte is then found without a walk through the page tables.
pub fn large_list<T>(length: usize, make: impl Fn() -> T) -> Vec<T> {
    let mut list = large_room(length);
    list.extend(std::iter::repeat_with(make).take(length));
    list
}

/// Room for such a list; what is not yet written takes no memory.
pub fn large_room<T>(length: usize) -> Vec<T> {
    let room = Vec::with_capacity(length);
    ask_for_large_pages(&room);
    room
}

/// Pages that the processor can always use.
#[cfg(target_os = "linux")]
const PAGE: usize = 4096;

#[cfg(target_os = "linux")]
fn ask_for_large_pages<T>(list: &Vec<T>) {
    let from = list.as_ptr().cast::<u8>() as usize;
    let to = from + list.capacity() * size_of::<T>();
    let from = from.next_multiple_of(PAGE);
    let length = to.saturating_sub(from) / PAGE * PAGE;
    if length > 0 {
        // SAFETY: whole pages of an allocation of our own; the advice changes no contents. Whether
        // it is taken does not matter.
        unsafe { libc::madvise(from as *mut libc::c_void, length, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages<T>(_list: &Vec<T>) {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The advice about pages changes no contents, whatever the length and wherever the list begins.
    #[test]
    fn large_lists_are_lists() {
        for length in [0, 1, 100, 4095, 4096, 4097, 20_000, 3 << 20] {
            let mut list = large_list(length, || 7u8);
            assert_eq!(list, vec![7; length]);
            let expected: Vec<u8> = (0..length).map(|place| place as u8).collect();
            list.copy_from_slice(&expected);
            #[cfg(target_os = "linux")]
            ask_for_large_pages(&list);
            assert_eq!(list, expected);
            let room: Vec<u16> = large_room(length);
            assert!(room.is_empty() && room.capacity() >= length);
        }
    }
}
