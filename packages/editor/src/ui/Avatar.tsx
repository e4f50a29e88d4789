import classes from './Avatar.module.css';

/** A round sign for a person; the name stands beside it. */
export const Avatar = ({
  initials,
  size = 32,
  isPending,
}: {
  initials: string;
  size?: number;
  isPending?: boolean;
}) => (
  <span
    className={classes.avatar}
    data-pending={isPending || undefined}
    style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
    aria-hidden="true"
  >
    {initials}
  </span>
);
