/** Asks for a file and reads it as text; undefined if the person picks none. */
export const pickFile = (accept: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.addEventListener('change', () => resolve(input.files?.[0]?.text()));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });

/** Hands a text to the browser as a download. */
export const saveFile = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[\\/:*?"<>|]/g, '_');
  link.click();
  URL.revokeObjectURL(address);
};
