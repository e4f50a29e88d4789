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
  text('Pattern', 'pattern', '', 'Regular expression'),
  text('Replacement', 'replacement', '', 'What a match becomes; $1 stands for the first group'),
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
  text('Bullet marker', 'bulletMarker', '*', 'Mark before the entries of a list'),
  text('Code block fence', 'codeFence', '```', 'Line around blocks of code'),
  text('Emphasis delimiter', 'emDelimiter', '_', 'Mark around emphasised text'),
  patternOption('Global escape pattern', 'globalEscape', 'What is escaped in texts, in place of the usual'),
  text('Ignored elements', 'ignore', '', 'Elements to leave out, separated by commas', 'nav, footer'),
  flag('Keep images with data', 'keepDataImages', 'Whether pictures stay whose data is in their address'),
  patternOption(
    'Line start escape pattern',
    'lineStartEscape',
    'What is escaped where a line begins, in place of the usual',
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
    'Whether the addresses of links stand at the end, with numbers in the text',
  ),
  text('Strong delimiter', 'strongDelimiter', '**', 'Mark around strong text'),
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
    description: 'What to replace in texts',
    options: [{ name: 'values', displayName: 'Values', values: patternFields }],
  },
  text('Treat as blocks', 'blockElements', '', 'Elements to set apart by blank lines, separated by commas', 'p, div'),
] as const satisfies readonly ParameterDefinition[];

export const htmlOptions = [
  flag('Add blank to links', 'openLinksInNewWindow', 'Whether links open in a new window'),
  flag('Automatic linking to URLs', 'simplifiedAutoLink', 'Whether addresses in the text become links'),
  flag('Backslash escapes HTML tags', 'backslashEscapesHTMLTags', 'Whether \\<div> is text and not HTML'),
  flag('Complete HTML document', 'completeHTMLDocument', 'Whether to give a whole document with head and body'),
  flag('Customized header ID', 'customizedHeaderId', 'Whether text in curly braces after a heading is its id'),
  flag('Emoji support', 'emoji', 'Whether :smile: becomes a picture'),
  flag('Encode emails', 'encodeEmails', 'Whether e-mail addresses are written as character entities', true),
  flag(
    'Exclude trailing punctuation from URLs',
    'excludeTrailingPunctuationFromURLs',
    'Whether a full stop after an address is not part of its link; always so here',
  ),
  flag('GitHub code blocks', 'ghCodeBlocks', 'Whether text between ``` is code', true),
  flag('GitHub compatible header IDs', 'ghCompatibleHeaderId', 'Whether blanks in the ids of headings become dashes'),
  text(
    'GitHub mention link',
    'ghMentionsLink',
    'https://github.com/{u}',
    'Where @mentions lead to; {u} stands for the name',
  ),
  flag('GitHub mentions', 'ghMentions', 'Whether @name becomes a link'),
  flag('GitHub task lists', 'tasklists', 'Whether [ ] and [x] become boxes'),
  {
    displayName: 'Header level start',
    name: 'headerLevelStart',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 1, maxValue: 6, numberPrecision: 0 },
    description: 'Level of the largest heading',
  },
  flag(
    'Mandatory space before header',
    'requireSpaceBeforeHeadingText',
    'Whether #Title without a blank is no heading',
  ),
  flag('Middle word asterisks', 'literalMidWordAsterisks', 'Whether asterisks within a word stand for themselves'),
  flag(
    'Middle word underscores',
    'literalMidWordUnderscores',
    'Whether underscores within a word stand for themselves; always so here',
  ),
  flag('No header ID', 'noHeaderId', 'Whether headings get no ids'),
  flag('Parse image dimensions', 'parseImgDimensions', 'Whether ![](a.png =100x80) gives the size of a picture'),
  text('Prefix header ID', 'prefixHeaderId', 'section', 'What the ids of headings begin with'),
  flag('Raw header ID', 'rawHeaderId', 'Whether only blanks and quotes in the ids of headings become dashes'),
  flag('Raw prefix header ID', 'rawPrefixHeaderId', 'Whether the prefix stays as it is written'),
  flag('Simple line breaks', 'simpleLineBreaks', 'Whether the end of a line is a line break'),
  flag('Smart indentation fix', 'smartIndentationFix', 'Whether blanks that all lines begin with are removed'),
  flag(
    'Spaces indented sublists',
    'disableForced4SpacesIndentedSublists',
    'Whether two blanks are enough for a list within a list; always so here',
  ),
  flag(
    'Split adjacent blockquotes',
    'splitAdjacentBlockquotes',
    'Whether quotes with a blank line between them are two; always so here',
  ),
  flag('Strikethrough', 'strikethrough', 'Whether ~~text~~ is struck through'),
  flag('Tables header ID', 'tablesHeaderId', 'Whether the headers of tables get ids'),
  flag('Tables support', 'tables', 'Whether lines with | become tables'),
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
    description: 'Field that the result is put into; dots lead into objects',
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
