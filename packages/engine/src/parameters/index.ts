export { shownDefinitions, withDefaults } from './defaults.ts';
export { isDisplayed, type Values } from './display.ts';
export { type PortSource, type ResolvedPorts, resolvePorts } from './ports.ts';
