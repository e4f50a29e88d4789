import { Button, CloseButton } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { canvasElement } from '../../canvas/view.ts';
import { t } from '../../messages/first-run.ts';
import { useOpenSession } from '../../workflow/hooks.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import { placeCard, type Rect } from './place-card.ts';
import { nodeCard, type TourStep, tourSteps } from './steps.ts';
import classes from './tour.module.css';
import { endTour, isTourPossible, tourStore } from './tour-state.ts';

type KeyboardEventOfPage = globalThis.KeyboardEvent;

/** The tour over the canvas that is open: cards beside the real things, which stay usable all the while. */
export const Tour = () => {
  const session = useOpenSession();
  const index = useStore(tourStore, ({ step }) => step);
  const step = index === null ? undefined : tourSteps[index];
  if (!step || !session || !isTourPossible(session)) return null;
  return <Card session={session} step={step} index={index!} />;
};

const goTo = (session: WorkflowSession, index: number): void => {
  const step = tourSteps[index];
  if (!step) {
    endTour();
    return;
  }
  // First, so that what it opens and closes counts for no step that is over.
  tourStore.setState({ step: index });
  step.enter?.(session);
};

const Card = ({ session, step, index }: { session: WorkflowSession; step: TourStep; index: number }) => {
  const card = useRef<HTMLElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const title = useId();
  const text = useId();
  useFollowing(step, card, ring);
  useProgress(session, step, index);
  useFirstFocus(card);
  useWayBack(session, card);
  const isLast = index === tourSteps.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    // The canvas would take them for its own.
    event.stopPropagation();
    if (event.key === 'Escape') endTour();
  };
  return createPortal(
    <>
      <div ref={ring} className={classes.ring} aria-hidden="true" />
      <section
        ref={card}
        className={classes.card}
        role="dialog"
        aria-modal="false"
        aria-labelledby={title}
        aria-describedby={text}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <div aria-live="polite">
          <h2 id={title} className={classes.title}>
            {t(step.title)}
          </h2>
          <p id={text} className={classes.text}>
            {t(step.text)}
          </p>
        </div>
        <footer className={classes.foot}>
          <span className={classes.progress} title={t('tour.key')}>
            {t('tour.progress', { step: index + 1, count: tourSteps.length })} <kbd>F6</kbd>
          </span>
          {index > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => goTo(session, index - 1)}>
              {t('tour.back')}
            </Button>
          )}
          <Button size="compact-sm" data-tour-next onClick={() => goTo(session, index + 1)}>
            {t(isLast ? 'tour.finish' : 'tour.next')}
          </Button>
        </footer>
        <CloseButton className={classes.leave} size="sm" aria-label={t('tour.leave')} onClick={endTour} />
      </section>
    </>,
    document.body,
  );
};

/** Below a card, in pixels. */
const nameHeight = 44;

const withName = ({ left, top, width, height }: Rect): Rect => ({ left, top, width, height: height + nameHeight });

const nodesInSight = (): Rect[] =>
  [...document.querySelectorAll(nodeCard)].map((node) => withName(node.getBoundingClientRect()));

const targetOf = ({ targets }: TourStep): Element | undefined => {
  for (const selector of targets) {
    const found = document.querySelector(selector);
    if (found) return found;
  }
  return undefined;
};

/** Keeps the card and the ring at what the step is about, while that moves; without a rendering. */
const useFollowing = (
  step: TourStep,
  card: RefObject<HTMLElement | null>,
  ring: RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      const found = targetOf(step);
      const rect = found?.getBoundingClientRect();
      const target = rect && rect.width > 0 ? rect : undefined;
      const isNode = found?.matches(nodeCard) ?? false;
      if (card.current) {
        const size = { width: card.current.offsetWidth, height: card.current.offsetHeight };
        const room = { width: window.innerWidth, height: window.innerHeight };
        const beside = target && isNode ? withName(target) : target;
        const { left, top } = placeCard(beside, size, room, { isRow: isNode, avoid: isNode ? [] : nodesInSight() });
        card.current.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
      }
      if (ring.current) {
        ring.current.hidden = !target;
        if (target) {
          const { style } = ring.current;
          style.transform = `translate(${target.left - 4}px, ${target.top - 4}px)`;
          style.width = `${target.width + 8}px`;
          style.height = `${target.height + 8}px`;
        }
      }
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [step, card, ring]);
};

/** Goes on when the person has done what the step is about. */
const useProgress = (session: WorkflowSession, step: TourStep, index: number): void => {
  useEffect(() => {
    const { progress } = step;
    if (!progress) return undefined;
    let least = progress(session);
    const look = () => {
      const now = tourStore.getState().step === index ? progress(session) : undefined;
      if (now === undefined) return;
      if (least !== undefined && now > least) goTo(session, index + 1);
      else least = now;
    };
    const ends = [session.store.subscribe(look), session.panel.store.subscribe(look)];
    return () => {
      for (const end of ends) end();
    };
  }, [session, step, index]);
};

/** The canvas takes Tab for its own: F6 leads from it to the card, and back. */
const useWayBack = (session: WorkflowSession, card: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEventOfPage) => {
      if (event.key !== 'F6') return;
      event.preventDefault();
      event.stopPropagation();
      const isHere = card.current?.contains(document.activeElement) ?? false;
      const place = isHere
        ? (document.querySelector('[aria-modal="true"] [role="tab"]') ??
          canvasElement(session)?.querySelector('.react-flow__node.selected, .react-flow__node'))
        : card.current?.querySelector('[data-tour-next]');
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [session, card]);
};

/** At its beginning the keys are the card's; from then on whoever works on the canvas stays there. */
const useFirstFocus = (card: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    card.current?.querySelector<HTMLElement>('[data-tour-next]')?.focus({ preventScroll: true });
  }, [card]);
};
