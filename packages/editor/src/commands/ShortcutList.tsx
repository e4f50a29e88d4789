import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { type MessageKey, t } from '../messages/commands.ts';
import { useWorkflowActions } from '../screens/shell/workflow-actions.ts';
import { Message } from '../ui/Message.tsx';
import { rankText } from '../ui/rank-text.ts';
import { shortcutText } from '../ui/shortcuts.ts';
import { aboutCommands, type CommandId, commandIds, commandSections } from './about.ts';
import { type CanvasCommand, canvasCommands } from './canvas-commands.ts';
import { everywhereCommands } from './everywhere.ts';
import classes from './ShortcutList.module.css';

interface Shortcut {
  name: string;
  /** Each does it. */
  keys: readonly string[];
}

const allCommands: Record<CommandId, Pick<CanvasCommand, 'keys'>> = { ...canvasCommands, ...everywhereCommands };

const gestures = ['pan', 'zoom', 'select', 'copy', 'add', 'splice', 'connect'] as const;

/** All keys, and what the pointer does, searched by what they are for or by the keys themselves. */
export const ShortcutList = ({ heading: Heading }: { heading: 'h2' | 'h3' }) => {
  const [query, setQuery] = useState('');
  const sections = useSections()
    .map(({ title, shortcuts }) => ({
      title,
      shortcuts: shortcuts.filter(
        ({ name, keys }) => rankText(`${name} ${keys.join(' ')}`, query) < Number.POSITIVE_INFINITY,
      ),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
  return (
    <>
      <TextInput
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        placeholder={t('shortcuts.search')}
        aria-label={t('shortcuts.search')}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        data-autofocus
      />
      {sections.length === 0 && <Message title={t('shortcuts.nothing', { query })} />}
      <div className={classes.sections}>
        {sections.map(({ title, shortcuts }) => (
          <section key={title} className={classes.section} aria-label={title}>
            <Heading>{title}</Heading>
            <dl>
              {shortcuts.map(({ name, keys }) => (
                <div key={name} className={classes.row}>
                  <dt>{name}</dt>
                  <dd>
                    {keys.map((each) => (
                      <kbd key={each}>{each}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
};

const useSections = (): { title: string; shortcuts: Shortcut[] }[] => {
  const actions = useWorkflowActions();
  const ofCommands = commandSections.map((section) => ({
    title: t(`shortcuts.section.${section}`),
    shortcuts: commandIds.flatMap((id): Shortcut[] => {
      const { keys = [] } = allCommands[id];
      if (aboutCommands[id].section !== section || keys.length === 0) return [];
      return [{ name: t(`command.${id}`), keys: keys.map(shortcutText) }];
    }),
  }));
  const ofMenu = actions.flatMap(({ label, shortcut }): Shortcut[] =>
    shortcut === undefined
      ? []
      : [{ name: t('palette.workflow', { action: t(label) }), keys: [shortcutText(shortcut)] }],
  );
  const [everywhere, ...others] = ofCommands;
  return [
    { title: everywhere!.title, shortcuts: [...everywhere!.shortcuts, ...ofMenu] },
    ...others,
    {
      title: t('shortcuts.section.pointer'),
      shortcuts: gestures.map((name) => ({
        name: t(`pointer.${name}` satisfies MessageKey),
        keys: [t(`pointer.${name}.keys`)],
      })),
    },
  ];
};
