import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Takes a template into the editor. A link, so that it opens in a tab of its own for who wants that. */
export const UseButton = ({
  id,
  children,
  ...look
}: { id: number; children: ReactNode; 'aria-label'?: string } & Pick<ButtonProps, 'variant' | 'size'>) => (
  <Button component={Link} to={`/workflows/templates/${id}`} {...look}>
    {children}
  </Button>
);
