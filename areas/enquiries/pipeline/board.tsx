// The board of the pipeline: a column for each status, cards to drag; what a step needs is asked in a dialog.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { cls } from '@aangan/web/cls.ts';
import { formatCount } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { countText } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Button, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconChevronsLeft, IconLock } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, Suspense, useState } from 'react';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import type { SpancoStatus } from '../enquiry/enquiry.states.ts';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import type { EnquiryRow } from '../enquiry/enquiry-row.ts';
import { statusLabel, statusWithCode } from '../enquiry/stage-label.ts';
import classes from './board.module.css';
import { BoardCard, placeOfRow } from './board-card.tsx';
import { type NextStep, type StageSetting, stepsTo, whyNot } from './next-steps.ts';
import { BOARD_CARDS, pipelineContract } from './pipeline.contract.ts';

const StepDialog = part(() => import('./step-dialog.tsx'), 'StepDialog');

type BoardData = OutputOf<typeof pipelineContract.board>;
type ColumnData = BoardData['columns'][number];
type Filters = Readonly<Record<string, unknown>>;

export function Board({ filters }: { filters: Filters }) {
  const query = useQuery(pipelineContract.board, filters, { keepPrevious: true, every: 60_000 });
  const { stages = [] } = useEnquiryChoices().data ?? {};
  return (
    <QueryState query={query} skeleton={<BoardSkeleton />}>
      {(data) => <Columns data={data} stages={stages} filters={filters} />}
    </QueryState>
  );
}

function BoardSkeleton() {
  return (
    <div className={classes.board}>
      {[0, 1, 2, 3, 4].map((n) => (
        <div key={n} className={classes.column}>
          <Skeleton height={320} radius="md" />
        </div>
      ))}
    </div>
  );
}

interface ColumnsProps {
  data: BoardData;
  stages: readonly StageSetting[];
  filters: Filters;
}

function Columns({ data, stages, filters }: ColumnsProps) {
  const [dragged, setDragged] = useState<EnquiryRow | null>(null);
  const [asked, setAsked] = useState<{ row: EnquiryRow; steps: readonly NextStep[] } | null>(null);
  const onStep = (row: EnquiryRow, steps: readonly NextStep[]) => setAsked({ row, steps });
  const cards = { stages, dragged, onDrag: setDragged, onStep };
  return (
    <>
      <div className={classes.board}>
        {data.columns.map((column) => (
          <Column
            key={column.status}
            status={column.status}
            meta={metaOf(column)}
            count={countText(column.total)}
            {...cards}
          >
            <Cards rows={column.rows} {...cards} />
            {column.next && (
              <More
                after={column.next}
                input={{ ...filters, spancoStatus: [column.status], open: true, sort: data.sort }}
                {...cards}
              />
            )}
          </Column>
        ))}
        {data.ended.map((column) => (
          <Ended key={column.status} column={column} {...cards} />
        ))}
      </div>
      {asked && (
        <Suspense fallback={null}>
          <StepDialog enquiry={asked.row} steps={asked.steps} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}

const metaOf = ({ medianDays, total }: ColumnData): string | null => {
  if (medianDays === null || total.n === 0) return null;
  return medianDays === 0 ? 'median under a day' : `median ${medianDays} d`;
};

interface CardsProps {
  stages: readonly StageSetting[];
  dragged: EnquiryRow | null;
  onDrag: (row: EnquiryRow | null) => void;
  onStep: (row: EnquiryRow, steps: readonly NextStep[]) => void;
}

interface ColumnProps extends CardsProps {
  status: SpancoStatus;
  count: string;
  meta: string | null;
  head?: ReactNode;
  children: ReactNode;
}

function Column({ status, count, meta, head, stages, dragged, onDrag, onStep, children }: ColumnProps) {
  const at = dragged ? placeOfRow(dragged) : null;
  const steps = at ? stepsTo(at, status, stages) : [];
  const why = at && at.status !== status ? whyNot(at, status, stages) : null;
  const over = (event: DragEvent) => {
    if (steps.length > 0) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (dragged && steps.length > 0) onStep(dragged, steps);
    onDrag(null);
  };
  const fits = at !== null && at.status !== status && steps.length > 0;
  return (
    <section
      className={cls(classes.column, fits && classes.open, why !== null && classes.shut)}
      onDragOver={over}
      onDrop={drop}
      aria-label={statusWithCode(status)}
      data-column={status}
    >
      <header className={classes.head}>
        <h2 className={classes.name} title={statusWithCode(status)}>
          {statusLabel(status)}
        </h2>
        <span className="figures quiet">{count}</span>
        {head}
        {meta && <span className={classes.meta}>{meta}</span>}
        {why && (
          <span className={classes.why} role="status">
            <IconLock {...smallIcon} />
            {why}
          </span>
        )}
      </header>
      <div className={classes.cards}>{children}</div>
    </section>
  );
}

function Cards({ rows, dragged, ...rest }: CardsProps & { rows: readonly EnquiryRow[] }) {
  if (rows.length === 0)
    return (
      <Text size="sm" className="quiet" p="xs">
        Nothing here
      </Text>
    );
  return rows.map((row) => <BoardCard key={row.id} row={row} dragged={dragged?.id === row.id} {...rest} />);
}

/** The next cards of a column, and after them the way to more. */
function More({ after, input, ...cards }: CardsProps & { after: string; input: Filters }) {
  const [open, setOpen] = useState(false);
  const page = useQuery(enquiryContract.list, { ...input, after, limit: BOARD_CARDS }, { enabled: open });
  if (!open)
    return (
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        More
      </Button>
    );
  if (page.error) return <ErrorState error={page.error} retry={() => void page.refetch()} />;
  if (!page.data) return <Skeleton height={72} radius="sm" />;
  return (
    <>
      <Cards rows={page.data.rows} {...cards} />
      {page.data.next && <More after={page.data.next} input={input} {...cards} />}
    </>
  );
}

/** What was won and lost in the last 30 days; folded until it is wanted. */
function Ended({ column, ...cards }: CardsProps & { column: BoardData['ended'][number] }) {
  const [open, setOpen] = useState(false);
  const count = formatCount(column.n);
  if (!open)
    return (
      <section
        className={cls(classes.column, classes.folded)}
        aria-label={`${statusWithCode(column.status)}, 30 days`}
      >
        <Tooltip label={`Show ${statusWithCode(column.status)} of the last 30 days`}>
          <button type="button" className={classes.fold} onClick={() => setOpen(true)}>
            <b className="figures">{count}</b>{' '}
            <span className="quiet">{statusLabel(column.status)} · 30 days</span>
          </button>
        </Tooltip>
      </section>
    );
  return (
    <Column
      status={column.status}
      count={count}
      meta="last 30 days"
      head={
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          ml="auto"
          leftSection={<IconChevronsLeft {...smallIcon} />}
          onClick={() => setOpen(false)}
        >
          Fold
        </Button>
      }
      {...cards}
    >
      <Cards rows={column.rows} {...cards} />
      {column.n > column.rows.length && (
        <Text size="sm" className="quiet" p="xs">
          {`The newest ${column.rows.length} of ${count}`}
        </Text>
      )}
    </Column>
  );
}
