import { Modal } from '@mantine/core';
import { useState } from 'react';
import { NodeIcon } from '../../canvas/NodeIcon.tsx';
import { useIsTop } from '../../dialogs/top.ts';
import { t } from '../../messages/commands.ts';
import { Message } from '../../ui/Message.tsx';
import { SearchList } from '../../ui/SearchList.tsx';
import { findEntries, type PaletteEntry } from './entries.ts';
import classes from './PaletteDialog.module.css';
import { usePaletteEntries } from './use-entries.ts';

/** One field that finds actions, nodes, workflows, credentials, executions and pages, and does or opens what is chosen. */
export const PaletteDialog = ({ close }: { close: () => void }) => {
  const isTop = useIsTop();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const rows = findEntries(usePaletteEntries(query), query);
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={isTop}
      withCloseButton={false}
      title={t('command.palette')}
      size={640}
      yOffset="12vh"
      classNames={{ content: classes.content, header: 'visually-hidden', body: classes.body }}
    >
      <SearchList
        label={t('palette.search')}
        query={query}
        rows={rows}
        active={Math.min(active, rows.length - 1)}
        onQuery={(next) => {
          setQuery(next);
          setActive(0);
        }}
        onActive={setActive}
        onChoose={({ run }) => {
          close();
          // The dialog gives the focus back first: what is opened may want it.
          requestAnimationFrame(run);
        }}
        content={(entry) => <Entry {...entry} />}
        empty={<Message title={t('palette.nothing', { query })} text={t('palette.nothing.hint')} />}
      />
    </Modal>
  );
};

const Entry = ({ icon: Icon, nodeType, title, detail, keys }: PaletteEntry) => (
  <>
    {Icon ? <Icon size={18} stroke={1.6} aria-hidden="true" /> : <NodeIcon type={nodeType} size={18} />}
    <span className={classes.title}>{title}</span>
    {detail && <span className={classes.detail}>{detail}</span>}
    {keys && <kbd className={classes.keys}>{keys}</kbd>}
  </>
);
