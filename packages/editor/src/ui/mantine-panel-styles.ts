/** Mantine's styles of the parts that the node panel alone uses: they are loaded with it. */
// biome-ignore-start assist/source/organizeImports: the order is the cascade
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/core/styles/ColorInput.layer.css';
// biome-ignore-end assist/source/organizeImports: the order is the cascade
