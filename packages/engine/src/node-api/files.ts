/**
 * Files of the machine that Millrace runs on, in the folders that its operator opens to nodes. Paths are absolute, or begin at the first of these
 * folders. Symbolic links are followed as long as they lead into such a folder.
 *
 * All of it throws a NodeError where the path is refused, nothing is there, or the system cannot do what is asked.
 */
export interface FileServices {
  /**
   * Paths of the ordinary files that a pattern names, in order: `*` and `?` within a name, `**` for folders of any depth, `[ab]`, `{a,b}`. A path of
   * a file that is there names that file, whatever characters it has.
   */
  list(pattern: string): Promise<string[]>;
  /** What is there as an ordinary file; undefined: nothing. */
  about(path: string): Promise<FileFacts | undefined>;
  /** Piece by piece. The file is opened by the first, and closed when nobody reads on. */
  read(path: string): AsyncIterable<Uint8Array>;
  /**
   * Writes a file, and the folders that lead to it. Others see the whole of it or what was there before, also where the content fails half way;
   * what is appended they see as it comes.
   */
  write(path: string, content: Uint8Array | AsyncIterable<Uint8Array>, options?: { append?: boolean }): Promise<void>;
  /**
   * The real path of a file or folder that is there, for those who watch it.
   */
  resolve(path: string): Promise<string>;
}

export interface FileFacts {
  /** The real path. */
  path: string;
  /** Bytes. */
  size: number;
  /** Epoch milliseconds. */
  modifiedAt: number;
}
