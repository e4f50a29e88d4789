const place = /\{\{\s*\$collection\.item\.(?:(index)|value((?:\.\w+)+))\s*\}\}/g;

const read = (values: unknown, path: string): unknown =>
  path
    .slice(1)
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? Reflect.get(value, name)
          : undefined,
      values,
    );

/**
 * The title of an entry of a fixed collection.
 * @param template text with places such as `{{ $collection.item.value.name }}`
 * @returns undefined where it is empty, or asks for more than values and the number of the entry
 */
export const entryTitle = (template: string, values: object, index: number): string | undefined => {
  const title = template.replace(/^=/, '').replace(place, (_, isIndex: string | undefined, path: string) => {
    const value = isIndex ? index + 1 : read(values, path);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  });
  return title.includes('{{') || title.trim() === '' ? undefined : title.trim();
};
