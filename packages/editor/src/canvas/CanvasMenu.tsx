import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { type MessageKey, t } from '../messages/index.ts';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import { openMenu, useCanvasState } from './canvas-state.ts';
import styles from './controls.module.css';
import { type MenuEntry, menuEntries } from './menu-entries.ts';

/** The context menu of nodes, of a wire, or of the empty canvas. */
export const CanvasMenu = () => {
  const session = useSession();
  const menu = useCanvasState((state) => state.menu);
  const readOnly = useWorkflow((state) => state.readOnly);
  if (!menu) return null;
  return (
    <Menu
      key={`${menu.x} ${menu.y}`}
      opened
      onClose={() => openMenu(session, null)}
      position="bottom-start"
      withinPortal
      offset={2}
    >
      <Menu.Target>
        <span className={styles.menuAnchor} style={{ left: menu.x, top: menu.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        {menuEntries(session, menu, readOnly).map((group, index) => (
          <Group key={group[0]?.label} withLine={index > 0}>
            {group.map((entry) => (
              <Entry key={entry.label} {...entry} />
            ))}
          </Group>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const Group = ({ withLine, children }: { withLine: boolean; children: ReactNode }) => (
  <>
    {withLine && <Menu.Divider />}
    {children}
  </>
);

const Entry = ({ label, keys, isDanger, run }: MenuEntry) => (
  <Menu.Item
    color={isDanger ? 'var(--error)' : undefined}
    rightSection={keys && <kbd className={styles.keys}>{keys}</kbd>}
    onClick={run}
  >
    {t(label as MessageKey)}
  </Menu.Item>
);
