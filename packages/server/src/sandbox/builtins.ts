/** Built-in modules that code may load. What they do is listed in `javascript/natives.ts`. */
export const builtinModules = ['buffer', 'crypto', 'path', 'querystring', 'url', 'util', 'zlib'];
