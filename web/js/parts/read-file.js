// The text of a file, whatever its encoding: UTF-8, what the file itself names (SGF: CA), or an old East Asian one.

/** @param {File} file */
export async function readFile(file) {
  return decode(new Uint8Array(await file.arrayBuffer()));
}

/** @param {Uint8Array} bytes */
export function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const named = /CA\s*\[\s*([\w-]+)\s*\]/.exec(new TextDecoder("latin1").decode(bytes))?.[1];
    try {
      return new TextDecoder(named ?? "gb18030").decode(bytes);
    } catch {
      return new TextDecoder("gb18030").decode(bytes);
    }
  }
}
