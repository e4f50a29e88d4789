/** The panel in which nodes are chosen. */
export const nodeCreator = {
  'nodeCreator.title': 'Nodes',
  'nodeCreator.search': 'Search nodes…',
  'nodeCreator.tab.all': 'All',
  'nodeCreator.tab.regular': 'Regular',
  'nodeCreator.tab.trigger': 'Trigger',
  'nodeCreator.subcategory.Flow': 'Branch, merge, wait and loop',
  'nodeCreator.subcategory.Data Transformation': 'Change, filter and combine items',
  'nodeCreator.subcategory.Files': 'Read, write and convert files',
  'nodeCreator.subcategory.Helpers': 'HTTP requests, webhooks and other tools',
  'nodeCreator.subcategory.Miscellaneous': 'All else',
  'nodeCreator.nothing': 'No node fits “{{query}}”',
  'nodeCreator.nothingFits': 'No node fits here',
  'nodeCreator.searchAll': 'Look among all nodes',
  'nodeCreator.nothing.hint':
    'Nearly every service can be reached without a node of its own: call its API, or let it call yours.',
  'nodeCreator.failed': 'Could not create node',
  'nodeCreator.maxNodes_one': 'Only {{count}} “{{name}}” node is allowed in a workflow.',
  'nodeCreator.maxNodes_other': 'Only {{count}} “{{name}}” nodes are allowed in a workflow.',
} as const;
