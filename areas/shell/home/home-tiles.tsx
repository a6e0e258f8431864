import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tile } from '@aangan/web/ui/tile.tsx';
import { Skeleton } from '@mantine/core';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './home.module.css';
import { figureText, type HomeCard, linkOf } from './use-home-cards.web.ts';

/** A title within a sentence: its first word small, unless it is an abbreviation. */
const withinSentence = (title: string): string =>
  /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;

/** Work that waits: how much, and the way to do it. What is done says so. */
export function ToDo({ cards }: { cards: readonly HomeCard[] }) {
  // One that is still being counted keeps its place, so that nothing moves when its figure arrives.
  const waiting = cards.filter((card) => card.state === 'LATE' || (card.figure?.n ?? 0) > 0);
  const done = cards.filter((card) => card.state === 'READY' && (card.figure?.n ?? 0) === 0);
  return (
    <Section title="To do" flush>
      <ul className={classes.todo}>
        {waiting.map((card, i) => (
          <li key={card.key} className={alone(i, waiting.length) ? classes.alone : undefined}>
            <Link to={linkOf(card)} className={classes.work} data-card={card.key}>
              <span className={card.todo?.late ? `${classes.much} ${classes.late}` : classes.much}>
                {card.figure ? (
                  <span className="figures">
                    {figureText(card, card.figure.n, card.figure.more ?? false)}
                  </span>
                ) : (
                  <Skeleton height={20} width={28} />
                )}
              </span>
              <span className={classes.what}>{card.title}</span>
              <span className={classes.action}>
                {card.todo?.action} <IconArrowRight {...smallIcon} />
              </span>
            </Link>
          </li>
        ))}
        {done.length > 0 && (
          <li className={classes.done}>
            <IconCircleCheck {...icon} />
            <span>
              {waiting.length === 0 ? 'All done. ' : 'Done: '}
              {done.map((card, i) => (
                <span key={card.key}>
                  {i > 0 && ', '}
                  <Link to={linkOf(card)} data-card={card.key}>
                    {withinSentence(card.title)}
                  </Link>
                </span>
              ))}
            </span>
          </li>
        )}
      </ul>
    </Section>
  );
}

/** The last of an odd number takes the whole row. */
const alone = (i: number, of: number): boolean => of % 2 === 1 && i === of - 1;

/** One figure; it opens its rows. */
export function FigureTile({ card, retry }: { card: HomeCard; retry: () => void }) {
  const { figure } = card;
  return (
    <div data-card={card.key} className={classes.tile}>
      <Tile
        label={card.title}
        value={figure ? figureText(card, figure.n, figure.more ?? false) : null}
        to={linkOf(card)}
        loading={card.state === 'LATE'}
        {...(card.state === 'FAILED' ? { error: { retry } } : {})}
        {...changeOf(card)}
      />
    </div>
  );
}

function changeOf(card: HomeCard) {
  const { figure } = card;
  if (!figure) return {};
  const { before } = figure;
  if (!before) return figure.note ? { period: figure.note } : {};
  const was = `${figureText(card, before.n)} ${before.period}`;
  // Below ten a per cent says nothing.
  const comparable = before.n >= (card.unit === 'money' ? 100_000 : 10);
  if (!comparable) return { period: was };
  const percent = Math.round(((figure.n - before.n) / before.n) * 100);
  const direction = percent > 0 ? ('up' as const) : percent < 0 ? ('down' as const) : ('flat' as const);
  const tone = percent > 0 ? ('success' as const) : percent < 0 ? ('warning' as const) : ('neutral' as const);
  return { change: { text: `${Math.abs(percent)}\u00a0%`, tone, direction }, period: was };
}
