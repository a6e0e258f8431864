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
import { writeAcademicCalendar } from '../../areas/academics/demo/academic-calendar.ts';
import { writeAttendance } from '../../areas/academics/demo/attendance.ts';
import { writeChildHealth } from '../../areas/academics/demo/child-health.ts';
import { writeClassrooms } from '../../areas/academics/demo/classrooms.ts';
import { writeDiaries } from '../../areas/academics/demo/diaries.ts';
import { writeGradeBook } from '../../areas/academics/demo/grade-book.ts';
import { writeHomeworks } from '../../areas/academics/demo/homeworks.ts';
import { writeLogBooks } from '../../areas/academics/demo/log-books.ts';
import { writeReportCards } from '../../areas/academics/demo/report-cards.ts';
import { payForms } from '../../areas/admissions/demo/admission-money.ts';
import { writeAdmissions } from '../../areas/admissions/demo/admissions.ts';
import { writeRegistrations } from '../../areas/admissions/demo/registrations.ts';
import { writeAms } from '../../areas/audits/demo/ams.ts';
import { writeAmsVisits } from '../../areas/audits/demo/ams-visits.ts';
import { writeAuditCatalogue } from '../../areas/audits/demo/audit-catalogue.ts';
import { writeAudits } from '../../areas/audits/demo/audits.ts';
import { writeCctvDocuments } from '../../areas/audits/demo/cctv-documents.ts';
import { writeAnnouncements } from '../../areas/communication/demo/announcements.ts';
import { writeCampaigns } from '../../areas/communication/demo/campaigns.ts';
import { writeConversations } from '../../areas/communication/demo/conversations.ts';
import { writeEvents } from '../../areas/communication/demo/events.ts';
import { writeGalleries } from '../../areas/communication/demo/galleries.ts';
import { answerForParent } from '../../areas/communication/demo/parent-consents.ts';
import { writeTemplates } from '../../areas/communication/demo/templates.ts';
import { writeCurriculum } from '../../areas/curriculum/demo/curriculum.ts';
import { writeCurriculumPlans } from '../../areas/curriculum/demo/curriculum-plans.ts';
import { writeRecordedClasses } from '../../areas/curriculum/demo/recorded-classes.ts';
import { writeSectionPlans } from '../../areas/curriculum/demo/section-plans.ts';
import { writeVideos } from '../../areas/curriculum/demo/videos.ts';
import { writeEnquiries } from '../../areas/enquiries/demo/enquiries.ts';
import { writeEnquiryAllocation } from '../../areas/enquiries/demo/enquiry-allocation.ts';
import { writeB2s, writeEnquiryBoards } from '../../areas/enquiries/demo/enquiry-boards.ts';
import { writeLeakNotices } from '../../areas/enquiries/demo/enquiry-leaks.ts';
import { writeEnquiryMessages } from '../../areas/enquiries/demo/enquiry-messages.ts';
import { writeEnquiryPipeline } from '../../areas/enquiries/demo/enquiry-pipeline.ts';
import { writeEnquiryPrivacy } from '../../areas/enquiries/demo/enquiry-privacy.ts';
import { writeEnquiryTexts } from '../../areas/enquiries/demo/enquiry-texts.ts';
import { writeEnquiryUploads } from '../../areas/enquiries/demo/enquiry-uploads.ts';
import { writeEnquiryWork } from '../../areas/enquiries/demo/enquiry-work.ts';
import { writeFilledBlanks } from '../../areas/enquiries/demo/filled-blanks.ts';
import { writeLeadIntake } from '../../areas/enquiries/demo/lead-intake.ts';
import { tickFirstAnswers, writeMissedCalls } from '../../areas/enquiries/demo/missed-calls.ts';
import { writeHandedOver, writeSpeakers } from '../../areas/enquiries/demo/speakers.ts';
import { writeWhatsAppContacts } from '../../areas/enquiries/demo/whatsapp-contacts.ts';
import { writeBankAccounts } from '../../areas/finance/demo/bank-accounts.ts';
import { writeBankStatement } from '../../areas/finance/demo/bank-statement.ts';
import { writeCheques } from '../../areas/finance/demo/cheques.ts';
import { answerEInvoices, beginEInvoices } from '../../areas/finance/demo/e-invoices.ts';
import { writeFeeSetup } from '../../areas/finance/demo/fees.ts';
import { writeFranchiseeDues } from '../../areas/finance/demo/franchisee-dues.ts';
import { chargeLateFees } from '../../areas/finance/demo/late-fees.ts';
import { writeNotes } from '../../areas/finance/demo/notes.ts';
import { takePayments } from '../../areas/finance/demo/payments.ts';
import { assignPlans, writeFeeAccounts } from '../../areas/finance/demo/plans.ts';
import { writeRefunds } from '../../areas/finance/demo/refunds.ts';
import { runRoyalty } from '../../areas/finance/demo/royalty-runs.ts';
import { askConcessions } from '../../areas/finance/demo/running-concessions.ts';
import { writeSettlements } from '../../areas/finance/demo/settlements.ts';
import { writeCentreMaster } from '../../areas/network/demo/centre-master.ts';
import { writeHealth } from '../../areas/network/demo/health.ts';
import { signInsWith, writeNetwork } from '../../areas/network/demo/network.ts';
import { writeDamageClaims } from '../../areas/orders/demo/damage-claims.ts';
import { writeDispatch } from '../../areas/orders/demo/dispatch.ts';
import { writeKitAllocations } from '../../areas/orders/demo/kit-allocations.ts';
import { writeKitMappings } from '../../areas/orders/demo/kit-mappings.ts';
import { writeKitOrders } from '../../areas/orders/demo/kit-orders.ts';
import { writeOrdersCatalogue } from '../../areas/orders/demo/orders-catalogue.ts';
import { writeProductPictures } from '../../areas/orders/demo/product-pictures.ts';
import { writeStock } from '../../areas/orders/demo/stock.ts';
import { writeUniformIndents } from '../../areas/orders/demo/uniform-indents.ts';
import { writeUniformSets } from '../../areas/orders/demo/uniform-sets.ts';
import { writeWowKits, writeWowModels } from '../../areas/orders/demo/wow-kits.ts';
import { writeWowProducts } from '../../areas/orders/demo/wow-products.ts';
import { writeReportSchedules } from '../../areas/reports/demo/report-schedules.ts';
import { assignServices, SERVICES_AT } from '../../areas/services/demo/service-assignments.ts';
import { writeServiceEnquiries } from '../../areas/services/demo/service-enquiries.ts';
import { writeServices } from '../../areas/services/demo/services.ts';
import { writeSop } from '../../areas/sop/demo/sop.ts';
import { writeStaff } from '../../areas/staff/demo/staff.ts';
import { writeStaffAttendance } from '../../areas/staff/demo/staff-attendance.ts';
import { writeStaffLeave } from '../../areas/staff/demo/staff-leave.ts';
import { writeLeaving } from '../../areas/students/demo/leaving.ts';
import { writePromotionPolicies, writePromotions } from '../../areas/students/demo/promotions.ts';
import { writeToddlers } from '../../areas/students/demo/toddlers.ts';
import { writeFamilies } from '../../areas/students/demo/write-families.ts';
import { writeSystemStory } from '../../areas/system/demo/system-story.ts';
import { writeTickets } from '../../areas/tickets/demo/tickets.ts';
import { writeOnlineClasses } from '../../areas/training/demo/online-classes.ts';
import { writeSelfLearning } from '../../areas/training/demo/self-learning.ts';
import { writeTrainingCertificates } from '../../areas/training/demo/training-certificates.ts';
import { writeTrainingModules } from '../../areas/training/demo/training-modules.ts';
import { writeTrainings } from '../../areas/training/demo/trainings.ts';
import { writeTransportDestinations } from '../../areas/transport/demo/transport-destinations.ts';
import { writeTransportEscorts } from '../../areas/transport/demo/transport-escorts.ts';
import { writeTransportRoutes } from '../../areas/transport/demo/transport-routes.ts';
import { writeTransportSeats } from '../../areas/transport/demo/transport-seats.ts';
import { writeTransportTracks } from '../../areas/transport/demo/transport-tracks.ts';
import { writeTransportTrips } from '../../areas/transport/demo/transport-trips.ts';
import { writeTransportVehicles } from '../../areas/transport/demo/transport-vehicles.ts';
import { migrate } from '../migrate.ts';
import { finishDemo } from './finish.ts';
import { type Clock, momentOf } from './moment.ts';
import { DEMO_PASSWORD } from './people.ts';
import { ANDHERI } from './places.ts';
import { each, openProduct } from './product.ts';
import { asOwner } from './rows.ts';

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
    // Loaded here: the areas come with the whole product, which only this part of the seed needs.
    const { areaServers } = await import('../../apps/api/areas.ts');
    await writeSystemStory(client, database, clock, areaServers);
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
      const { loadPincodes } = await import('../../areas/network/demo/pincodes.ts');
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
