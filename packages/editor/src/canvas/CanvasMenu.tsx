import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import { type CanvasCommandId, canvasCommands } from '../commands/canvas-commands.ts';
import { commandText } from '../commands/command-text.ts';
import { t } from '../messages/commands.ts';
import { shortcutText } from '../ui/shortcuts.ts';
import { useSession } from '../workflow/hooks.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import { type MenuRequest, openMenu, useCanvasState } from './canvas-state.ts';
import styles from './controls.module.css';
import { menuGroups } from './menu-groups.ts';

/** The context menu of nodes, of a wire, or of the empty canvas. */
export const CanvasMenu = () => {
  const session = useSession();
  const menu = useCanvasState((state) => state.menu);
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
        {menuGroups(session, menu).map((group, index) => (
          <Fragment key={String(group[0])}>
            {index > 0 && <Menu.Divider />}
            {group.map((entry) =>
              typeof entry === 'string' ? (
                <Item key={entry} id={entry} session={session} menu={menu} />
              ) : (
                <Menu.Sub key={entry[0]}>
                  <Menu.Sub.Target>
                    <Menu.Sub.Item>{t('command.arrange')}</Menu.Sub.Item>
                  </Menu.Sub.Target>
                  <Menu.Sub.Dropdown>
                    {entry.map((id) => (
                      <Item key={id} id={id} session={session} menu={menu} />
                    ))}
                  </Menu.Sub.Dropdown>
                </Menu.Sub>
              ),
            )}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const Item = ({ id, session, menu }: { id: CanvasCommandId; session: WorkflowSession; menu: MenuRequest }) => {
  const [keys] = canvasCommands[id].keys ?? [];
  return (
    <Menu.Item
      color={id.startsWith('remove') ? 'var(--error)' : undefined}
      rightSection={keys !== undefined && <kbd className={styles.keys}>{shortcutText(keys)}</kbd>}
      onClick={() => canvasCommands[id].run(session, menu.point)}
    >
      {commandText(id, session)}
    </Menu.Item>
  );
};
