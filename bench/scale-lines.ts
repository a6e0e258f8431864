// What is asked of the small and of the large network of enquiries (issue 4): the lists of the day with their worst turns.
import { enquiryContract } from '@aangan/areas/enquiries/enquiry/enquiry.contract.ts';
import { followUpContract } from '@aangan/areas/enquiries/enquiry/follow-up.contract.ts';
import { followUpWorkContract } from '@aangan/areas/enquiries/follow-up/follow-up-work.contract.ts';
import { pipelineContract } from '@aangan/areas/enquiries/pipeline/pipeline.contract.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { type BenchRequest, readRequest, turning } from './scenario.ts';
import { enquirySearch } from './scenarios/enquiries.ts';
import type { Bench } from './world.ts';

export interface Asking {
  readonly bench: Bench;
  /** Whose eyes: the centre or the head office. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface ScaleLine {
  readonly name: string;
  /** A counsellor's work: it exists for one centre only. */
  readonly centreOnly?: true;
  /** Read from kept figures however large the centre is: the largest one is to be as quick as one of 50. */
  readonly kept?: true;
  /** Gives the next question, again and again. */
  questions(asking: Asking): Promise<() => BenchRequest>;
}

const always = (request: BenchRequest) => async () => () => request;

const PAGE = 50;
/** Further than anybody leafs, or as far as there are pages; the second half of them is asked for. */
const DEEPEST = 40;

async function deepPages({ bench, headers }: Asking): Promise<() => BenchRequest> {
  const pages: BenchRequest[] = [];
  let after: string | null = null;
  do {
    const request: BenchRequest = readRequest(enquiryContract.list, {
      limit: PAGE,
      ...(after ? { after } : {}),
    });
    pages.push(request);
    const answer = await fetch(bench.app.url + request.path, {
      method: request.method,
      headers: { ...headers, ...request.headers },
      ...(request.body ? { body: request.body } : {}),
    });
    after = ((await answer.json()) as { next: string | null }).next;
  } while (after !== null && pages.length < DEEPEST);
  return turning(pages.slice(pages.length / 2));
}

const PHONES = 40;

async function phoneSearches({ bench, headers }: Asking): Promise<() => BenchRequest> {
  const centre = Number(headers['x-franchisee-id']);
  const phones = await withClient(bench.adminUrl, async (client) => {
    const { rows } = await client.query<{ phone: string }>(
      `select right(e.phone_norm, 10) as phone from enquiry e where (e.franchisee_id = $1 or $1 = 0) and e.academic_year_id = $2
          and exists (select from household_contact c where c.franchisee_id = e.franchisee_id and c.household_id = e.household_id and c.value_norm = e.phone_norm)
        order by e.franchisee_id desc, e.id limit $3`,
      [centre, bench.world.year, PHONES],
    );
    return rows.map((row) => row.phone);
  });
  return turning(phones.map((q) => readRequest(enquiryContract.list, { q, limit: PAGE })));
}

export const scaleLines: readonly ScaleLine[] = [
  { name: 'first page', questions: always(readRequest(enquiryContract.list, { limit: PAGE })) },
  { name: 'deep page', questions: deepPages },
  {
    name: 'name',
    questions: async ({ bench }) => {
      let n = 0;
      return () => enquirySearch.request(n++, bench.world);
    },
  },
  { name: 'phone', questions: phoneSearches },
  { name: 'buckets', questions: always(readRequest(followUpContract.buckets, {})) },
  {
    name: 'bucket rows',
    questions: always(readRequest(followUpContract.list, { bucket: ['hot-current'], limit: PAGE })),
  },
  { name: 'counts', questions: always(readRequest(enquiryContract.enquiryCount, {})) },
  {
    name: 'queue',
    centreOnly: true,
    questions: always(readRequest(followUpWorkContract.queue, { whose: 'all' })),
  },
  { name: 'board', questions: always(readRequest(pipelineContract.board, {})) },
  { name: 'dashboard', kept: true, questions: always(readRequest(enquiryContract.dashboard, {})) },
];
