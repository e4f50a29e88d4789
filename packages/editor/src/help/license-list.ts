/** Of the packages of others that an instance is built on; made with the editor. */
export interface LicenseList {
  packages: readonly {
    name: string;
    version: string;
    /** As the package says, such as `MIT`. */
    license?: string;
    /** Place in `texts`. */
    text?: number;
  }[];
  texts: readonly string[];
}
