import { NodeError } from '@millrace/engine/node-api';
import type { parseDocument } from 'htmlparser2';

export type Document = ReturnType<typeof parseDocument>;
export type ChildNode = Document['children'][number];
export type Element = Extract<ChildNode, { attribs: object }>;
export type AnyNode = Document | ChildNode;
type Parent = Document | Element;

export const isElement = (node: AnyNode): node is Element => 'attribs' in node;
export const isNamed = (node: AnyNode, ...names: string[]): boolean => isElement(node) && names.includes(node.name);

/** HTML as a tree, with the elements that a browser adds: `html` and `body` around a fragment, `tbody` around the rows of a table. */

export interface Html {
  document: Document;
  /** @throws NodeError where the selector cannot be read */
  select(selector: string, within?: AnyNode): Element[];
  /** All text within, as it stands. */
  textOf(node: AnyNode): string;
  innerHtmlOf(element: Element): string;
}

/** Deeper ones are no documents of people, and would overflow the stack of whoever walks them. */
const usualDepth = 1_000;

/** Loads the parser when it is first asked for. @param deepest levels of elements within each other */
export const htmlReader = async (deepest = usualDepth): Promise<(text: string) => Html> => {
  const [{ DomHandler, Parser, parseDocument }, { selectAll }, dom] = await Promise.all([
    import('htmlparser2'),
    import('css-select'),
    import('domutils'),
  ]);

  /** Says so while it reads: who only looked afterwards would have waited long for it. */
  class ShallowHandler extends DomHandler {
    #depth = 0;

    override onopentag(name: string, attributes: Record<string, string>): void {
      this.#depth += 1;
      if (this.#depth > deepest) throw new NodeError(`The HTML is nested more than ${deepest} levels deep`);
      super.onopentag(name, attributes);
    }

    override onclosetag(): void {
      this.#depth -= 1;
      super.onclosetag();
    }
  }

  const parse = (text: string): Document => {
    const handler = new ShallowHandler();
    new Parser(handler).end(text);
    return handler.root;
  };

  const adopt = (parent: Parent, name: 'html' | 'body' | 'tbody', children: ChildNode[]): Element => {
    const element = parseDocument(`<${name}></${name}>`).children[0] as Element;
    for (const child of children) dom.appendChild(element, child);
    dom.appendChild(parent, element);
    return element;
  };

  const complete = (document: Document): void => {
    const html =
      document.children.find((child): child is Element => isElement(child) && child.name === 'html') ??
      adopt(document, 'html', [...document.children]);
    if (!html.children.some((child) => isNamed(child, 'body', 'frameset')))
      adopt(
        html,
        'body',
        html.children.filter((child) => !isNamed(child, 'head')),
      );
    for (const table of dom.getElementsByTagName('table', document)) {
      const rows = table.children.filter((child) => isNamed(child, 'tr'));
      if (rows.length > 0) adopt(table, 'tbody', rows);
    }
  };

  return (text) => {
    const document = parse(text);
    complete(document);
    return {
      document,
      select(selector, within = document) {
        try {
          return selectAll<AnyNode, Element>(selector, within, { xmlMode: false });
        } catch (error) {
          throw new NodeError(`"${selector}" is not a CSS selector`, {
            description: 'Write it as in a style sheet: .price, #main a, table tr:first-child.',
            cause: error,
          });
        }
      },
      textOf: (node) => dom.textContent(node),
      innerHtmlOf: (element) => dom.getInnerHTML(element, { encodeEntities: 'utf8' }),
    };
  };
};
