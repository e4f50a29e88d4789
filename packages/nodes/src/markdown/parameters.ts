import type { ParameterDefinition } from '@millrace/contract/data';

const forMarkdown = { show: { mode: ['htmlToMarkdown'] } };
const forHtml = { show: { mode: ['markdownToHtml'] } };

const text = (displayName: string, name: string, preset: string, description: string, placeholder = '') =>
  ({
    displayName,
    name,
    type: 'string',
    default: preset,
    description,
    placeholder,
  }) as const satisfies ParameterDefinition;

const flag = (displayName: string, name: string, description: string, preset = false) =>
  ({ displayName, name, type: 'boolean', default: preset, description }) as const satisfies ParameterDefinition;

const patternFields = [
  text('Pattern', 'pattern', '', 'Regular expression to match'),
  text('Replacement', 'replacement', '', 'The replacement; $1 refers to the first group'),
] as const;

const patternOption = (displayName: string, name: string, description: string) =>
  ({
    displayName,
    name,
    type: 'fixedCollection',
    default: {},
    description,
    options: [{ name: 'value', displayName: 'Value', values: patternFields }],
  }) as const satisfies ParameterDefinition;

export const markdownOptions = [
  text('Bullet marker', 'bulletMarker', '*', 'The character before list items'),
  text('Code block fence', 'codeFence', '```', 'The characters around code blocks'),
  text('Emphasis delimiter', 'emDelimiter', '_', 'The character around emphasized text'),
  patternOption('Global escape pattern', 'globalEscape', 'What to escape in text instead of the default'),
  text('Ignored elements', 'ignore', '', 'Elements to remove, separated by commas', 'nav, footer'),
  flag('Keep images with data', 'keepDataImages', 'Whether to keep images with embedded data'),
  patternOption(
    'Line start escape pattern',
    'lineStartEscape',
    'What to escape at the start of a line instead of the default',
  ),
  {
    displayName: 'Max consecutive new lines',
    name: 'maxConsecutiveNewlines',
    type: 'number',
    default: 3,
    typeOptions: { minValue: 1, numberPrecision: 0 },
  },
  flag(
    'Place URLs at the bottom',
    'useLinkReferenceDefinitions',
    'Whether to list link URLs as numbered references at the end',
  ),
  text('Strong delimiter', 'strongDelimiter', '**', 'The characters around strong text'),
  {
    displayName: 'Style for code block',
    name: 'codeBlockStyle',
    type: 'options',
    options: [
      { name: 'Fence', value: 'fence' },
      { name: 'Indented', value: 'indented' },
    ],
    default: 'fence',
  },
  {
    displayName: 'Text replacement pattern',
    name: 'textReplace',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    default: {},
    description: 'What to replace in text',
    options: [{ name: 'values', displayName: 'Values', values: patternFields }],
  },
  text('Treat as blocks', 'blockElements', '', 'Elements to separate with blank lines, separated by commas', 'p, div'),
] as const satisfies readonly ParameterDefinition[];

export const htmlOptions = [
  flag('Add blank to links', 'openLinksInNewWindow', 'Whether links open in a new window'),
  flag('Automatic linking to URLs', 'simplifiedAutoLink', 'Whether to turn URLs in the text into links'),
  flag('Backslash escapes HTML tags', 'backslashEscapesHTMLTags', 'Whether to treat \\<div> as text instead of HTML'),
  flag('Complete HTML document', 'completeHTMLDocument', 'Whether to return a complete document with head and body'),
  flag('Customized header ID', 'customizedHeaderId', 'Whether text in curly braces after a heading sets its ID'),
  flag('Emoji support', 'emoji', 'Whether to turn :smile: into an emoji'),
  flag('Encode emails', 'encodeEmails', 'Whether to obfuscate email addresses with character entities', true),
  flag(
    'Exclude trailing punctuation from URLs',
    'excludeTrailingPunctuationFromURLs',
    'Whether to exclude punctuation after a URL from the link; always on here',
  ),
  flag('GitHub code blocks', 'ghCodeBlocks', 'Whether to support code blocks between ```', true),
  flag('GitHub compatible header IDs', 'ghCompatibleHeaderId', 'Whether to replace spaces in heading IDs with dashes'),
  text(
    'GitHub mention link',
    'ghMentionsLink',
    'https://github.com/{u}',
    'The URL for @mentions; {u} stands for the name',
  ),
  flag('GitHub mentions', 'ghMentions', 'Whether to turn @name into a link'),
  flag('GitHub task lists', 'tasklists', 'Whether to turn [ ] and [x] into checkboxes'),
  {
    displayName: 'Header level start',
    name: 'headerLevelStart',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 1, maxValue: 6, numberPrecision: 0 },
    description: 'The level of the highest heading',
  },
  flag('Mandatory space before header', 'requireSpaceBeforeHeadingText', 'Whether to require a space in "# Title"'),
  flag('Middle word asterisks', 'literalMidWordAsterisks', 'Whether to ignore asterisks inside words'),
  flag(
    'Middle word underscores',
    'literalMidWordUnderscores',
    'Whether to ignore underscores inside words; always on here',
  ),
  flag('No header ID', 'noHeaderId', 'Whether to leave out heading IDs'),
  flag('Parse image dimensions', 'parseImgDimensions', 'Whether to support image sizes such as ![](a.png =100x80)'),
  text('Prefix header ID', 'prefixHeaderId', 'section', 'The prefix of heading IDs'),
  flag('Raw header ID', 'rawHeaderId', 'Whether to replace only spaces and quotes in heading IDs with dashes'),
  flag('Raw prefix header ID', 'rawPrefixHeaderId', 'Whether to keep the prefix exactly as entered'),
  flag('Simple line breaks', 'simpleLineBreaks', 'Whether to turn line breaks into <br>'),
  flag('Smart indentation fix', 'smartIndentationFix', 'Whether to remove indentation shared by all lines'),
  flag(
    'Spaces indented sublists',
    'disableForced4SpacesIndentedSublists',
    'Whether two spaces are enough to nest a list; always on here',
  ),
  flag('Split adjacent blockquotes', 'splitAdjacentBlockquotes', 'Whether a blank line splits quotes; always on here'),
  flag('Strikethrough', 'strikethrough', 'Whether to support ~~strikethrough~~'),
  flag('Tables header ID', 'tablesHeaderId', 'Whether to add IDs to table headers'),
  flag('Tables support', 'tables', 'Whether to support tables'),
] as const satisfies readonly ParameterDefinition[];

export const markdownParameters = [
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    options: [
      { name: 'Markdown to HTML', value: 'markdownToHtml' },
      { name: 'HTML to Markdown', value: 'htmlToMarkdown' },
    ],
    default: 'htmlToMarkdown',
  },
  {
    displayName: 'HTML',
    name: 'html',
    type: 'string',
    default: '',
    required: true,
    displayOptions: forMarkdown,
  },
  {
    displayName: 'Markdown',
    name: 'markdown',
    type: 'string',
    typeOptions: { alwaysOpenEditWindow: true },
    default: '',
    required: true,
    displayOptions: forHtml,
  },
  {
    displayName: 'Destination key',
    name: 'destinationKey',
    type: 'string',
    default: 'data',
    required: true,
    description: 'The field to put the result in. Use dots for nested fields.',
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: markdownOptions,
    displayOptions: forMarkdown,
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: htmlOptions,
    displayOptions: forHtml,
  },
] as const satisfies readonly ParameterDefinition[];
