import type { WebhookSpec } from '@millrace/engine/node-api';

/**
 * Which webhook a call belongs to. Paths are compared by segment, each decoded by itself, so that an encoded slash never makes a
 * new segment; upper and lower case differ; one slash at the end does not count. A fixed segment wins over a parameter, from left to right.
 */
export interface WebhookRouter<T> {
  /** @returns false if the path (with whatever names of parameters) and method are taken, by an entry that stays */
  add(method: string, path: string, entry: T): boolean;
  remove(method: string, path: string): void;
  /** @param path as it came, without query and leading slash */
  find(method: string, path: string): { entry: T; params: Record<string, string> } | undefined;
  /** Methods that are answered on this path. */
  methods(path: string): string[];
}

/** What forms are looked up by, which have their own addresses; it is no method of HTTP. */
export const formRoute = 'form';

/** What a call is looked up by beside its path: its method, or that it is to a form. */
export const routeOf = ({ form, method }: Pick<WebhookSpec, 'form' | 'method'>): string => (form ? formRoute : method);

interface Place<T> {
  fixed: Map<string, Place<T>>;
  parameter: Place<T> | undefined;
  /** By method. */
  entries: Map<string, { entry: T; names: string[] }>;
}

const newPlace = <T>(): Place<T> => ({ fixed: new Map(), parameter: undefined, entries: new Map() });

const isParameter = (segment: string) => segment.length > 1 && segment.startsWith(':');

export const segmentsOf = (path: string): string[] => path.replace(/^\//, '').replace(/\/$/, '').split('/');

/** The path as it stands in the database: parameters without their names, so that twins clash. */
export const normalisePath = (path: string): string =>
  segmentsOf(path)
    .map((segment) => (isParameter(segment) ? ':' : segment))
    .join('/');

const decode = (segment: string): string | undefined => {
  try {
    return segment.includes('%') ? decodeURIComponent(segment) : segment;
  } catch {
    return undefined;
  }
};

/** Whether there is a call that both paths would take. */
export const overlap = (a: string, b: string): boolean => {
  const segments = segmentsOf(a);
  const others = segmentsOf(b);
  return (
    segments.length === others.length &&
    segments.every((segment, index) => {
      const other = others[index] as string;
      return segment.startsWith(':') || other.startsWith(':') || decode(segment) === decode(other);
    })
  );
};

/** Of a path with more parts, only the place without parameters is looked for. */
const mostPartsWithParameters = 6;

/**
 * Where a call may find something in the database: each segment of its path may be a fixed one or a parameter.
 *
 * @param path as it came, without query and leading slash
 */
export const placesOf = (path: string): string[] => {
  const segments = segmentsOf(path).map(decode);
  if (segments.some((segment) => segment === undefined)) return [];
  if (segments.length > mostPartsWithParameters) return [segments.join('/')];
  let places = [''];
  for (const [index, segment] of segments.entries()) {
    const before = index === 0 ? '' : '/';
    places = places.flatMap((place) => [`${place}${before}${segment}`, `${place}${before}:`]);
  }
  return places;
};

export const createWebhookRouter = <T>(): WebhookRouter<T> => {
  const root = newPlace<T>();

  const place = (path: string, make: boolean): { at: Place<T>; names: string[] } | undefined => {
    let at = root;
    const names: string[] = [];
    for (const segment of segmentsOf(path)) {
      let next: Place<T> | undefined;
      if (isParameter(segment)) {
        names.push(segment.slice(1));
        next = at.parameter ?? (make ? newPlace() : undefined);
        at.parameter = next;
      } else {
        next = at.fixed.get(segment) ?? (make ? newPlace() : undefined);
        if (next) at.fixed.set(segment, next);
      }
      if (!next) return undefined;
      at = next;
    }
    return { at, names };
  };

  /** Calls `visit` with each place that the path fits, best first, until it gives something. */
  const walk = <R>(path: string, visit: (at: Place<T>, values: string[]) => R | undefined): R | undefined => {
    const segments: string[] = [];
    for (const part of segmentsOf(path)) {
      const segment = decode(part);
      if (segment === undefined) return undefined;
      segments.push(segment);
    }
    const values: string[] = [];
    const step = (at: Place<T>, index: number): R | undefined => {
      if (index === segments.length) return visit(at, values);
      const segment = segments[index] as string;
      const fixed = at.fixed.get(segment);
      const found = fixed && step(fixed, index + 1);
      if (found !== undefined || !at.parameter || segment === '') return found;
      values.push(segment);
      const byParameter = step(at.parameter, index + 1);
      if (byParameter === undefined) values.pop();
      return byParameter;
    };
    return step(root, 0);
  };

  return {
    add(method, path, entry) {
      const { at, names } = place(path, true)!;
      if (at.entries.has(method)) return false;
      at.entries.set(method, { entry, names });
      return true;
    },

    // Empty places stay: they are few, and a path that was used is likely to be used again.
    remove: (method, path) => void place(path, false)?.at.entries.delete(method),

    find: (method, path) =>
      walk(path, ({ entries }, values) => {
        const known = entries.get(method);
        if (!known) return undefined;
        const params: Record<string, string> = Object.create(null);
        for (const [index, name] of known.names.entries()) params[name] = values[index] as string;
        return { entry: known.entry, params };
      }),

    methods(path) {
      const all = new Set<string>();
      walk(path, ({ entries }) => {
        for (const method of entries.keys()) all.add(method);
        return undefined;
      });
      return [...all];
    },
  };
};
