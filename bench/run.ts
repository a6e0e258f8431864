// npm run bench: requests people wait for most, under 32 connections, each beside its floor in the same run on the same
// machine, so the ratio says something even where the milliseconds do not (docs/decisions/0008).
//   -- --only students,enquiries   some lines          -- --enquiries 5000000   the work with enquiries at two sizes
//   -- --export 100000             the register as a file: rows a second, growth of memory
//   -- --upload                    20,000 enquiries of a file: its check and both ways of saving
//   -- --ledger 20000000           ledgers and dues of centres in a network of so many postings (with --only too)
//   -- --royalty 1000x100          the month run of royalty: centres x children
//   -- --confirm 10000             so many payments confirmed without HTTP, beside their floor
//
// BENCH_ORDERS (20,000), BENCH_TICKETS (20,000), BENCH_MESSAGES (200,000): how many of the network's there are; the target
// sizes are 1,000,000, 1,000,000 and 10,000,000. Only what the chosen lines need is made.
// BENCH_SCALE: share of the large network (1/20). BENCH_SECONDS: measured seconds a side (8). BENCH_MEMORY_SECONDS (300).
import { parseArgs } from 'node:util';
import { measureEnquiries } from './enquiries-at-scale.ts';
import { measureExport } from './enquiry-export.ts';
import { measureUpload } from './enquiry-upload.ts';
import { measureLedger } from './ledger-at-scale.ts';
import { scenarios } from './lines.ts';
import { measureMemory } from './memory.ts';
import { measureConfirm } from './payment-confirm.ts';
import { measureRoyalty } from './royalty-month.ts';
import { measureScenario } from './scenario-run.ts';
import { type Bench, withBench } from './world.ts';

const LARGE = 1_000_000;
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    enquiries: { type: 'string' },
    export: { type: 'string' },
    ledger: { type: 'string' },
    royalty: { type: 'string' },
    confirm: { type: 'string' },
    upload: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
  },
});
const scale = Number(process.env['BENCH_SCALE'] ?? 1 / 20);
const students = Math.round(LARGE * scale);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8);

const wanted = values.only?.split(',').map((name) => name.trim());

async function measureLines(): Promise<void> {
  const unknown = wanted?.filter((name) => !scenarios.some((one) => one.name === name)) ?? [];
  if (unknown.length)
    throw new Error(
      `No line is called ${unknown.join(', ')}: ${scenarios.map((one) => one.name).join(', ')}`,
    );
  console.log(`${students} children (1/${Math.round(1 / scale)} of the large network), ${seconds} s a side`);
  const chosen = scenarios.filter(({ name }) => !wanted || wanted.includes(name));
  const measure = async (bench: Bench) => {
    const table: Record<string, unknown>[] = [];
    for (const scenario of chosen) {
      try {
        const figures = await measureScenario(bench, scenario, seconds);
        console.log(JSON.stringify({ bench: scenario.name, scale, ...figures }));
        table.push({ line: scenario.title, ...figures });
        if (!figures.kept) process.exitCode = 1;
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        process.exitCode = 1;
      }
    }
    console.table(table);
  };
  await withBench(students, '', measure, chosen);
}

if (values.memory) await measureMemory(students, Number(process.env['BENCH_MEMORY_SECONDS'] ?? 300));
else if (values.upload) await measureUpload();
else if (values.ledger) await measureLedger(Number(values.ledger), seconds, wanted);
else if (values.royalty) await measureRoyalty(values.royalty);
else if (values.confirm) await measureConfirm(Number(values.confirm));
else if (values.export) await measureExport(Number(values.export));
else if (values.enquiries) await measureEnquiries(Number(values.enquiries), seconds, wanted);
else await measureLines();
process.exit();
