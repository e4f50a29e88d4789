import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import { canvasCommands } from '../commands/canvas-commands.ts';
import { commandText } from '../commands/command-text.ts';
import { shortcutText } from '../ui/shortcuts.ts';
import { useSession } from '../workflow/hooks.ts';
import { openMenu, useCanvasState } from './canvas-state.ts';
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
          <Fragment key={group[0]}>
            {index > 0 && <Menu.Divider />}
            {group.map((id) => {
              const [keys] = canvasCommands[id].keys ?? [];
              return (
                <Menu.Item
                  key={id}
                  color={id.startsWith('remove') ? 'var(--error)' : undefined}
                  rightSection={keys !== undefined && <kbd className={styles.keys}>{shortcutText(keys)}</kbd>}
                  onClick={() => canvasCommands[id].run(session, menu.point)}
                >
                  {commandText(id, session)}
                </Menu.Item>
              );
            })}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
