/** What is made of options, once for each way to set them: most items have the same. */
export const remembered = <O extends object, T>(make: (options: O) => T): ((options: O) => T) => {
  const made = new Map<string, T>();
  return (options) => {
    const key = JSON.stringify(options);
    const found = made.get(key) ?? make(options);
    if (made.size >= mostRemembered) made.clear();
    made.set(key, found);
    return found;
  };
};

const mostRemembered = 50;
