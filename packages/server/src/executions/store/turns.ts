/** Rows of one execution in the order in which they came, so that each statement has at most one of it. */
export function* inTurns<Row extends { executionId: number }>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let rest = rows; rest.length > 0; ) {
    const seen = new Set<number>();
    const later: Row[] = [];
    const now = rest.filter((row) => {
      if (!seen.has(row.executionId)) return seen.add(row.executionId);
      later.push(row);
      return false;
    });
    yield now;
    rest = later;
  }
}
