interface Person {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const firstSign = (text: string): string => [...graphemes.segment(text.trim())][0]?.segment ?? '';

/** How a person is called: by name, else by mail address. */
export const personName = ({ firstName, lastName, email }: Person): string =>
  [firstName, lastName].filter(Boolean).join(' ') || (email ?? '');

/** One or two signs that stand for a person. */
export const initials = (person: Person): string => {
  const parts = [person.firstName ?? '', person.lastName ?? ''].map(firstSign).join('');
  return (parts || firstSign(person.email ?? '')).toLocaleUpperCase();
};
