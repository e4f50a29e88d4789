import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import type { Extension } from '@codemirror/state';
import type { CodeLook } from './code-editor-props.ts';
import { templateLanguage } from './expression-language.ts';

const dialects = [
  'StandardSQL',
  'PostgreSQL',
  'MySQL',
  'MariaSQL',
  'MSSQL',
  'SQLite',
  'Cassandra',
  'PLSQL',
] as const satisfies readonly (keyof typeof import('@codemirror/lang-sql'))[];

const loadSql = async (named: string | undefined): Promise<Extension> => {
  const package_ = await import('@codemirror/lang-sql');
  const dialect = dialects.find((name) => name === named) ?? 'StandardSQL';
  return package_.sql({ dialect: package_[dialect], upperCaseKeywords: true });
};

/** Colours and completion of a language. The rare ones are fetched when a field of theirs is shown. */
export const loadLanguage = async ({ language, sqlDialect }: CodeLook): Promise<Extension> => {
  switch (language) {
    case 'sql':
      return loadSql(sqlDialect);
    case 'html':
      return (await import('@codemirror/lang-html')).html();
    case 'css':
      return (await import('@codemirror/lang-css')).css();
    default:
      return commonLanguage(language);
  }
};

/** What is here at once; nothing for the languages that are fetched. */
export const commonLanguage = (language: CodeLook['language']): Extension => {
  if (language === 'json') return json();
  if (language === 'javascript') return javascript();
  return language === 'template' ? templateLanguage : [];
};
