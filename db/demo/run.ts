// The demo network: twelve centres with everything a first look needs. The same moment gives the same data. Only an empty
// database becomes a demo, for its passwords are known to everybody.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hashPassword } from '@aangan/areas/shell/session/hash-gate.server.ts';
import { type Day, todayIst } from '@aangan/contract/period.ts';
import '@aangan/server/postgres/database.ts'; // how dates and amounts are read, before the first connection
import { installationKeys } from '@aangan/server/installation-keys.ts';
import { startPostgres } from '@aangan/server/postgres/embedded-postgres.ts';
import { blindIndex, useKeys } from '@aangan/server/work/seal.ts';
import pg from 'pg';
import { migrate } from '../migrate.ts';
import { writeAcademicCalendar } from './academic-calendar.ts';
import { payForms } from './admission-money.ts';
import { writeAdmissions } from './admissions.ts';
import { writeAms } from './ams.ts';
import { writeAmsVisits } from './ams-visits.ts';
import { writeAnnouncements } from './announcements.ts';
import { writeAttendance } from './attendance.ts';
import { writeAuditCatalogue } from './audit-catalogue.ts';
import { writeAudits } from './audits.ts';
import { writeBankAccounts } from './bank-accounts.ts';
import { writeBankStatement } from './bank-statement.ts';
import { writeCampaigns } from './campaigns.ts';
import { writeCctvDocuments } from './cctv-documents.ts';
import { writeCentreMaster } from './centre-master.ts';
import { writeCheques } from './cheques.ts';
import { writeChildHealth } from './child-health.ts';
import { writeClassrooms } from './classrooms.ts';
import { writeConversations } from './conversations.ts';
import { writeCurriculum } from './curriculum.ts';
import { writeCurriculumPlans } from './curriculum-plans.ts';
import { writeDamageClaims } from './damage-claims.ts';
import { writeDiaries } from './diaries.ts';
import { writeDispatch } from './dispatch.ts';
import { answerEInvoices, beginEInvoices } from './e-invoices.ts';
import { writeEnquiries } from './enquiries.ts';
import { writeEnquiryAllocation } from './enquiry-allocation.ts';
import { writeB2s, writeEnquiryBoards } from './enquiry-boards.ts';
import { writeLeakNotices } from './enquiry-leaks.ts';
import { writeEnquiryMessages } from './enquiry-messages.ts';
import { writeEnquiryPipeline } from './enquiry-pipeline.ts';
import { writeEnquiryPrivacy } from './enquiry-privacy.ts';
import { writeEnquiryTexts } from './enquiry-texts.ts';
import { writeEnquiryUploads } from './enquiry-uploads.ts';
import { writeEnquiryWork } from './enquiry-work.ts';
import { writeEvents } from './events.ts';
import { writeFeeSetup } from './fees.ts';
import { writeFilledBlanks } from './filled-blanks.ts';
import { finishDemo } from './finish.ts';
import { writeFranchiseeDues } from './franchisee-dues.ts';
import { writeGalleries } from './galleries.ts';
import { writeGradeBook } from './grade-book.ts';
import { writeHealth } from './health.ts';
import { writeHomeworks } from './homeworks.ts';
import { writeKitAllocations } from './kit-allocations.ts';
import { writeKitMappings } from './kit-mappings.ts';
import { writeKitOrders } from './kit-orders.ts';
import { chargeLateFees } from './late-fees.ts';
import { writeLeadIntake } from './lead-intake.ts';
import { writeLeaving } from './leaving.ts';
import { writeLogBooks } from './log-books.ts';
import { tickFirstAnswers, writeMissedCalls } from './missed-calls.ts';
import { type Clock, momentOf } from './moment.ts';
import { signInsWith, writeNetwork } from './network.ts';
import { writeNotes } from './notes.ts';
import { writeOnlineClasses } from './online-classes.ts';
import { writeOrdersCatalogue } from './orders-catalogue.ts';
import { answerForParent } from './parent-consents.ts';
import { takePayments } from './payments.ts';
import { DEMO_PASSWORD } from './people.ts';
import { ANDHERI } from './places.ts';
import { assignPlans, writeFeeAccounts } from './plans.ts';
import { each, openProduct } from './product.ts';
import { writeProductPictures } from './product-pictures.ts';
import { writePromotionPolicies, writePromotions } from './promotions.ts';
import { writeRecordedClasses } from './recorded-classes.ts';
import { writeRefunds } from './refunds.ts';
import { writeRegistrations } from './registrations.ts';
import { writeReportCards } from './report-cards.ts';
import { writeReportSchedules } from './report-schedules.ts';
import { asOwner } from './rows.ts';
import { runRoyalty } from './royalty-runs.ts';
import { askConcessions } from './running-concessions.ts';
import { writeSectionPlans } from './section-plans.ts';
import { writeSelfLearning } from './self-learning.ts';
import { assignServices, SERVICES_AT } from './service-assignments.ts';
import { writeServiceEnquiries } from './service-enquiries.ts';
import { writeServices } from './services.ts';
import { writeSettlements } from './settlements.ts';
import { writeSop } from './sop.ts';
import { writeHandedOver, writeSpeakers } from './speakers.ts';
import { writeStaff } from './staff.ts';
import { writeStaffAttendance } from './staff-attendance.ts';
import { writeStaffLeave } from './staff-leave.ts';
import { writeStock } from './stock.ts';
import { writeSystemStory } from './system-story.ts';
import { writeTemplates } from './templates.ts';
import { writeTickets } from './tickets.ts';
import { writeToddlers } from './toddlers.ts';
import { writeTrainingCertificates } from './training-certificates.ts';
import { writeTrainingModules } from './training-modules.ts';
import { writeTrainings } from './trainings.ts';
import { writeTransportDestinations } from './transport-destinations.ts';
import { writeTransportEscorts } from './transport-escorts.ts';
import { writeTransportRoutes } from './transport-routes.ts';
import { writeTransportSeats } from './transport-seats.ts';
import { writeTransportTracks } from './transport-tracks.ts';
import { writeTransportTrips } from './transport-trips.ts';
import { writeTransportVehicles } from './transport-vehicles.ts';
import { writeUniformIndents } from './uniform-indents.ts';
import { writeUniformSets } from './uniform-sets.ts';
import { writeVideos } from './videos.ts';
import { writeWhatsAppContacts } from './whatsapp-contacts.ts';
import { writeWowKits, writeWowModels } from './wow-kits.ts';
import { writeWowProducts } from './wow-products.ts';
import { writeFamilies } from './write-families.ts';

export interface DemoSignIn {
  role: string;
  name: string;
  centre: string;
  signIn: string;
  password: string;
}

export interface SeedOptions {
  log?: (line: string) => void;
  scale?: 'small' | 'large';
  /** Day that counts as today; for tests. */
  today?: Day;
  /** Moment that counts as now. Absent: the clock's, or one of `today` where that is another day. */
  now?: Date;
  /** Children of the large network over five years; everything else is in proportion. Default 1,000,000. */
  students?: number;
  /** Folder of the installation's keys: what the seed seals, the product opens. Absent: the keys of this process, or throwaway ones (tests). */
  secretsDir?: string;
  /** Centres whose plans and payments are made; for tests. Absent: all. */
  moneyAt?: readonly number[];
}

const LOCK = 7302;
const DATA = path.resolve(import.meta.dirname, '../../.aangan');

/**
 * Puts the demo network into an empty database and gives its sign-ins. A database that is a demo already stays as it
 * is; one with users that is no demo is left alone too, and then there are no sign-ins.
 */
export async function seedDemo(
  adminUrl: string,
  options: SeedOptions = {},
): Promise<{ signIns: readonly DemoSignIn[] }> {
  const log = options.log ?? (() => {});
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'aangan-demo' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const state = await stateOf(client);
    if (state === 'REAL') {
      log('this database has users and is no demo; nothing was changed');
      return { signIns: [] };
    }
    if (state === 'HALF') {
      log('the last seeding was cut off; beginning again');
      await emptyDatabase(client, adminUrl);
    }
    if (state !== 'READY') await plantDemo(client, adminUrl, { ...options, log });
    return { signIns: signInsWith(DEMO_PASSWORD) };
  } finally {
    await client.end();
  }
}

type State = 'EMPTY' | 'REAL' | 'HALF' | 'READY';

async function stateOf(client: pg.Client): Promise<State> {
  const { rows } = await client.query<{ demo: boolean; seeded: boolean; users: boolean }>(
    `select demo, seeded_scale is not null as seeded, exists (select from app_user) or (select count(*) > 1 from franchisee) as users from installation`,
  );
  const row = rows[0];
  if (row?.demo) return row.seeded ? 'READY' : 'HALF';
  return row?.users ? 'REAL' : 'EMPTY';
}

/** Centres whose children and dues have notes. */
const NOTES_AT: readonly number[] = [2, 3];

/** Writes everything, without asking what is there: `seedDemo` asks first. Demo mode is switched on before the first row. */
export async function plantDemo(client: pg.Client, adminUrl: string, options: SeedOptions): Promise<void> {
  const log = options.log ?? (() => {});
  await refuseWithoutHistory(client);
  await haveKeys(client, options.secretsDir);
  await client.query('update installation set demo = true');
  if (options.scale === 'large') {
    const { plantLarge } = await import('./large/plant.ts');
    await plantLarge(client, {
      log,
      today: options.today ?? todayIst(new Date()),
      students: options.students ?? 1_000_000,
    });
  } else
    await plantSmall(client, adminUrl, {
      log,
      clock: clockOf(options),
      moneyAt: options.moneyAt,
      // Where the product keeps its files: beside the keys.
      filesDir: options.secretsDir === undefined ? null : path.join(options.secretsDir, 'files'),
    });
  await client.query('update installation set seeded_scale = $1', [options.scale ?? 'small']);
  await client.query('analyze');
}

function clockOf({ today, now }: SeedOptions): Clock {
  const moment = now ?? new Date();
  const day = today ?? todayIst(moment);
  return { today: day, now: momentOf(day, moment) };
}

async function haveKeys(client: pg.Client, secretsDir: string | undefined): Promise<void> {
  if (secretsDir !== undefined) {
    useKeys(await installationKeys(client, secretsDir));
    return;
  }
  try {
    blindIndex('');
  } catch {
    useKeys({ sealKey: randomBytes(32).toString('hex'), signKey: randomBytes(32).toString('hex') });
  }
}

async function plantSmall(
  client: pg.Client,
  adminUrl: string,
  {
    log,
    clock,
    moneyAt,
    filesDir,
  }: {
    log: (line: string) => void;
    clock: Clock;
    moneyAt: readonly number[] | undefined;
    filesDir: string | null;
  },
): Promise<void> {
  const { today } = clock;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const all = await asOwner(client, async () => {
    await writeNetwork(client, passwordHash, today);
    await writeAcademicCalendar(client, today);
    await writeStaff(client, today);
    await writeFeeSetup(client, today);
    await writeServices(client, today);
    await writeTransportVehicles(client, today);
    await writeTransportRoutes(client, today);
    await writeOrdersCatalogue(client, today);
    await writeKitMappings(client, today);
    await writeUniformSets(client, today);
    await writeBankAccounts(client, today);
    const families = await writeFamilies(client, today);
    await writeClassrooms(client, today);
    await writeAttendance(client, today);
    await writeDiaries(client, today);
    await writeAnnouncements(client, today);
    await writeTemplates(client);
    await writeCampaigns(client, today);
    await writeHomeworks(client, today);
    await writeEvents(client, today);
    await writeGradeBook(client, today);
    await writeChildHealth(client, today);
    await writeLogBooks(client, today);
    await writeCentreMaster(client, today);
    await writeStaffLeave(client, today);
    await writeStaffAttendance(client, clock);
    await writeFeeAccounts(client, families);
    await writeEnquiries(client, families, clock);
    await writeEnquiryPipeline(client, today);
    await writeEnquiryAllocation(client, clock);
    await writeSpeakers(client);
    await writeEnquiryWork(client, today);
    await writeEnquiryMessages(client, today);
    await writeEnquiryTexts(client);
    await writeEnquiryUploads(client, today);
    await writeLeadIntake(client, clock);
    await writeWhatsAppContacts(client, today);
    await writeConversations(client, clock);
    await writeAdmissions(client, today);
    await writeRegistrations(client, today);
    await writeEnquiryPrivacy(client, clock);
    await writeEnquiryBoards(client, today);
    await writeServiceEnquiries(client, today);
    await writeAuditCatalogue(client, today);
    await writeAudits(client, today);
    await writeSop(client, today);
    await writeCurriculum(client, today);
    await writeCurriculumPlans(client, today);
    await writeSectionPlans(client, today);
    await writeVideos(client, today, filesDir);
    await writeRecordedClasses(client, today);
    await writeTrainingModules(client, today);
    await writeSelfLearning(client, today);
    await writeCctvDocuments(client, today, filesDir);
    await writeTransportEscorts(client, today, filesDir);
    await writeTransportSeats(client, today);
    await writeTransportTrips(client, clock);
    await writeTransportTracks(client);
    await writeTransportDestinations(client, today);
    await writeTrainings(client, today);
    await writeTrainingCertificates(client, today);
    await writeOnlineClasses(client, today, clock.now);
    await writeReportSchedules(client, today);
    await writeAms(client, today);
    await writeAmsVisits(client, today);
    await writeTickets(client, clock);
    await writePromotionPolicies(client);
    await writeToddlers(client, today);
    await writeWowProducts(client, today);
    await writeProductPictures(client, filesDir);
    await writeWowModels(client);
    return families;
  });
  // The planner needs to know the rows before the product looks for them one by one.
  await client.query('analyze');
  log(`${all.length} centres, ${all.reduce((n, one) => n + one.children.length, 0)} children`);
  await restTally(client, 'disable');
  const database = openProduct(adminUrl);
  let payments = 0;
  try {
    await each(
      all.filter(({ centre }) => moneyAt?.includes(centre.id) ?? true),
      async (one) => {
        await assignPlans(database, one, today);
        const fees = await takePayments(database, one, today);
        const forms = await payForms(database, one.centre, today);
        payments += fees + forms + (await writeFranchiseeDues(database, one.centre, today));
        await askConcessions(database, one.centre, clock.now);
      },
    );
    await beginEInvoices(database, today);
    await runRoyalty(database, today);
    await writeSettlements(
      database,
      all.map(({ centre }) => centre.id).filter((id) => moneyAt?.includes(id) ?? true),
      clock,
    );
    await writeBankStatement(database, today);
    await answerForParent(database);
    await asOwner(client, () => writeGalleries(client, today, filesDir));
    await writeKitAllocations(
      database,
      all.map(({ centre }) => centre.id),
      clock,
    );
    for (const { centre } of all.filter(
      ({ centre }) => NOTES_AT.includes(centre.id) && (moneyAt?.includes(centre.id) ?? true),
    )) {
      await writeNotes(database, centre, { today, now: clock.now });
      await writeRefunds(database, centre.id, { today, now: clock.now });
      await writeLeaving(database, centre.id, { today, now: clock.now });
      await writeCheques(database, centre.id, { today, now: clock.now });
      await chargeLateFees(database, centre.id, { today, now: clock.now });
    }
    for (const centreId of SERVICES_AT.filter((id) => moneyAt?.includes(id) ?? true))
      await assignServices(database, centreId, clock);
    await writeStock(database, clock);
    for (const centreId of [2, 3].filter((id) => moneyAt?.includes(id) ?? true)) {
      await writeKitOrders(database, centreId, clock);
      await writeDamageClaims(database, centreId, clock, filesDir);
    }
    await writeDispatch(
      database,
      [2, 3].filter((id) => moneyAt?.includes(id) ?? true),
      clock,
    );
    // After the last document of head office.
    await answerEInvoices(database, clock.now);
    await writeWowKits(database, clock, { ordered: moneyAt?.includes(ANDHERI) ?? true });
    await writePromotions(database, clock);
    await writeMissedCalls(client, database, clock);
    await writeHandedOver(client, database, clock);
    await writeFilledBlanks(client, database, clock);
    await tickFirstAnswers(database, clock);
    await writeB2s(client, database, today);
    await writeHealth(database, today);
    for (const centreId of [2, 3].filter((id) => moneyAt?.includes(id) ?? true))
      await writeUniformIndents(database, centreId, clock);
    await writeReportCards(client, database, clock);
    await writeLeakNotices(client, database, today);
    await writeSystemStory(client, database, clock);
  } finally {
    await database.close();
  }
  await restTally(client, 'enable');
  await finishDemo(client, today);
  log(`${payments} payments`);
}

// Running totals are built once from the lines at the end instead of with each of them: a tenth of the seed's time.
async function restTally(client: pg.Client, what: 'disable' | 'enable'): Promise<void> {
  const triggers = {
    fee_line: ['insert', 'update', 'delete'],
    ledger_balance: ['advance'],
    fee_account: ['account'],
  };
  for (const [table, names] of Object.entries(triggers))
    await client.query(
      `alter table ${table} ${names.map((name) => `${what} trigger tally_${name}`).join(', ')}`,
    );
  if (what === 'enable') await client.query('select rebuild_finance_tally(id) from franchisee');
}

async function emptyDatabase(client: pg.Client, adminUrl: string): Promise<void> {
  await client.query(
    'drop schema if exists public cascade; drop schema if exists pgboss cascade; create schema public',
  );
  await migrate(adminUrl);
}

/** The demo dates its documents by hand, past the triggers that guard them; a role that may not says so before the first row. */
async function refuseWithoutHistory(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean; who: string }>(
    `select has_parameter_privilege(current_user, 'session_replication_role', 'set') as may, quote_ident(current_user) as who`,
  );
  if (!rows[0]?.may)
    throw new Error(
      `The demo network needs one more right on this server. As its superuser: ` +
        `grant set on parameter session_replication_role to ${rows[0]?.who}`,
    );
}

/** Drops a demo's data. Throws for a database with users that is no demo. */
export async function resetDemo(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    if ((await stateOf(client)) === 'REAL')
      throw new Error('This database has users and is no demo. Nothing was changed.');
    await emptyDatabase(client, adminUrl);
  } finally {
    await client.end();
  }
}

async function command(): Promise<void> {
  const { values } = parseArgs({
    options: {
      scale: { type: 'string', default: 'small' },
      reset: { type: 'boolean' },
      pincodes: { type: 'boolean' },
      students: { type: 'string' },
    },
  });
  if (values.scale !== 'small' && values.scale !== 'large') throw new Error('--scale is small or large');
  const students = values.students === undefined ? undefined : Number(values.students);
  if (students !== undefined && !(Number.isInteger(students) && students >= 12))
    throw new Error('--students is a whole number from 12 on');
  const own = process.env['DATABASE_URL'];
  const server = own
    ? undefined
    : await startPostgres({
        dataDir: path.join(DATA, 'postgres'),
        purpose: 'app',
      });
  const adminUrl = own ?? server?.url ?? '';
  try {
    await migrate(adminUrl);
    if (values.reset) await resetDemo(adminUrl);
    const begun = performance.now();
    const { signIns } = await seedDemo(adminUrl, {
      log: console.log,
      scale: values.scale,
      secretsDir: DATA,
      ...(students === undefined ? {} : { students }),
    });
    if (signIns.length === 0) process.exitCode = 1;
    else console.table(signIns);
    if (values.pincodes && signIns.length > 0) {
      const { loadPincodes } = await import('./pincodes.ts');
      await loadPincodes(adminUrl, console.log);
    }
    console.log(`Demo: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  } finally {
    await server?.stop();
  }
}

// bin/bootstrap.mjs may run this file in its own process, where import.meta.main is false.
if (import.meta.main || process.argv[1] === import.meta.filename)
  await command().catch((error: Error) => {
    console.error(process.env['DEBUG'] ? error : error.message);
    process.exitCode = 1;
  });
