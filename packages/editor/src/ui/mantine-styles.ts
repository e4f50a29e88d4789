/*
 * Mantine's styles, of the parts that the editor uses: a quarter of the whole. `mantine-styles.test.ts` fails on a part that is used and
 * listed neither here nor in `mantine-later-styles.ts`. Parts that others are made of come first.
 */
// biome-ignore-start assist/source/organizeImports: the order is the cascade
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Switch.layer.css';
// biome-ignore-end assist/source/organizeImports: the order is the cascade
