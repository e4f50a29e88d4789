/** What is to be done with a picture, as plain data: it is done in a thread of its own. */

interface Place {
  positionX: number;
  positionY: number;
}

interface Size {
  width: number;
  height: number;
}

/** Names and values are those of public workflows. Colours are `#rrggbb`, or `#rrggbboo` with how transparent they are (`00` not at all). */
export type Step =
  | { operation: 'blur'; blur: number; sigma: number }
  | { operation: 'border'; borderWidth: number; borderHeight: number; borderColor: string }
  | ({ operation: 'composite'; dataPropertyNameComposite: string; operator: string } & Place)
  | ({ operation: 'create'; backgroundColor: string } & Size)
  | ({ operation: 'crop' } & Size & Place)
  | {
      operation: 'draw';
      primitive: 'circle' | 'line' | 'rectangle';
      color: string;
      cornerRadius: number;
      startPositionX: number;
      startPositionY: number;
      endPositionX: number;
      endPositionY: number;
    }
  | ({ operation: 'resize'; resizeOption: string } & Size)
  | { operation: 'rotate'; rotate: number; backgroundColor: string }
  | { operation: 'shear'; degreesX: number; degreesY: number }
  | ({ operation: 'text'; text: string; font: string; fontColor: string; fontSize: number; lineLength: number } & Place)
  | { operation: 'transparent'; color: string };

export interface ImageTask {
  /** Undefined where the first step creates one. */
  picture: Uint8Array | undefined;
  steps: Step[];
  /** Pictures that steps name. */
  others: Record<string, Uint8Array>;
  /** Font files by the name that steps give them. */
  fonts: Record<string, Uint8Array>;
  /** Undefined: that of the picture. */
  format: ImageFormat | undefined;
  /** 0 to 100. */
  quality: number | undefined;
}

export const imageFormats = ['bmp', 'gif', 'jpeg', 'png', 'tiff', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

export interface ImageFacts {
  /** Such as PNG. */
  format: string;
  width: number;
  height: number;
  depth: number;
  colors: number;
  hasAlpha: boolean;
  orientation: number;
  channels: { name: string; minimum: number; maximum: number; mean: number; deviation: number }[];
}

export type ToThread = { kind: 'edit'; task: ImageTask } | { kind: 'describe'; picture: Uint8Array };
export type FromThread =
  | { kind: 'edited'; picture: Uint8Array; format: string }
  | { kind: 'described'; facts: ImageFacts }
  | { kind: 'failed'; message: string };

/** In pixels: of one side, and of a whole picture (which takes four bytes for each, and as many again for most operations). */
export const mostPixels = { side: 16_384, area: 50_000_000 } as const;
