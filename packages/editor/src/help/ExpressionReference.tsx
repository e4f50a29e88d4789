import { TextInput } from '@mantine/core';
import { type Documentation, expressionReference } from '@millrace/engine/expression-reference';
import { IconPlayerPlay, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../messages/help.ts';
import { Message } from '../ui/Message.tsx';
import { headingPrefix } from '../ui/markdown-html.ts';
import { rankText } from '../ui/rank-text.ts';
import classes from './help.module.css';
import { LiveExample } from './LiveExample.tsx';
import { entrySlug } from './searched-sections.ts';

const start = {
  input: '{ "name": "Ada Lovelace", "orders": [12.5, 30, 7.25], "since": "2024-05-15" }',
  expression: 'Hello {{ $json.name.split(" ").first() }}, you have spent {{ $json.orders.sum() }}.',
};

/** Everything that expressions are made of, and a place to try them. */
export const ExpressionReference = () => {
  const [query, setQuery] = useState('');
  const sections = expressionReference
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(
        ({ name, description }) => rankText(`${name} ${title} ${description}`, query) < Number.POSITIVE_INFINITY,
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <>
      <h1 className={classes.title}>{t('help.expressions')}</h1>
      <p>{t('help.expressions.text')}</p>
      <LiveExample {...start} />
      <TextInput
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        placeholder={t('help.expressions.search')}
        aria-label={t('help.expressions.search')}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {sections.length === 0 && <Message title={t('help.expressions.nothing', { query })} />}
      {sections.map(({ title, entries }) => (
        <section key={title} className={classes.reference} aria-label={title}>
          <h2>{title}</h2>
          <dl>
            {entries.map((entry) => (
              <Entry key={entry.name} id={headingPrefix + entrySlug(title, entry.name)} entry={entry} />
            ))}
          </dl>
        </section>
      ))}
    </>
  );
};

const Entry = ({
  id,
  entry: { name, signature, description, example, result },
}: {
  id: string;
  entry: Documentation;
}) => {
  const [isTried, setIsTried] = useState(false);
  return (
    <div id={id} className={classes.entry}>
      <dt>
        <code>{signature}</code>
      </dt>
      <dd>{description}</dd>
      {example && (
        <dd>
          {isTried ? (
            <LiveExample expression={`{{ ${example} }}`} />
          ) : (
            <span className={classes.given}>
              <code>{example}</code>
              {result && <code>{result}</code>}
              <button
                type="button"
                className={classes.try}
                aria-label={t('help.expressions.try.label', { name })}
                onClick={() => setIsTried(true)}
              >
                <IconPlayerPlay size={13} aria-hidden="true" />
                {t('help.expressions.try')}
              </button>
            </span>
          )}
        </dd>
      )}
    </div>
  );
};
