// Words, flags and filters of the specification to the letter, row by row (shared/spec/letter.md), where no other test
// names the row. The words stand here as the specification writes them, in its order.
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { encodeQuery, openModules } from '@aangan/contract/endpoint.ts';
import { apiBaseOf } from '@aangan/server/config.ts';
import fastify from 'fastify';
import { areaServers } from '../apps/api/areas.ts';
import { serveWebApp } from '../apps/api/web-pages.ts';
import { auditStates, generalLabels, generalStates } from '../areas/audits/engine/audit.states.ts';
import { buckets } from '../areas/enquiries/enquiry/bucket.ts';
import { enquiryContract } from '../areas/enquiries/enquiry/enquiry.contract.ts';
import { programmes, stages } from '../areas/enquiries/enquiry/enquiry.states.ts';
import { sourceIds } from '../areas/enquiries/enquiry-sources.ts';
import { dayText } from '../areas/enquiries/visit-slots/day-text.ts';
import { approverLabels } from '../areas/orders/bom/bom.states.ts';
import { sampleCategories } from '../areas/orders/kit-types.ts';
import { tatReports } from '../areas/orders/report/order-report.contract.ts';
import { opsReports } from '../areas/orders/report/order-report.listing.ts';
import { wowLabels } from '../areas/orders/wow/wow-order.states.ts';
import { profileContract } from '../areas/shell/profile.contract.ts';
import { numericOnly } from '../packages/web/fields/numeric-only.ts';
import { lookOf } from '../packages/web/ui/state-look.ts';
import { type TestApp, testApp } from './app.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const sourceOf = (file: string): string => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');

const lists: readonly {
  row: string;
  table: string;
  column: string;
  words: readonly string[];
  more?: true;
}[] = [
  {
    row: '81 product categories',
    table: 'product',
    column: 'category',
    words: ['INDOOR', 'OUTDOOR', 'FURNITURE', 'IT', 'SAFETY'],
  },
  {
    row: '80 sample kit product categories',
    table: 'kit_mapping',
    column: 'sample_category',
    words: Object.keys(sampleCategories),
  },
  { row: '83 user type', table: 'template', column: 'user_type', words: ['ALL', 'PARENT', 'STAFF'] },
  { row: '84 type', table: 'template', column: 'type', words: ['EMAIL', 'SMS'] },
  { row: '85 pages', table: 'template', column: 'page', words: ['SEND_SMS', 'SEND_EMAIL'] },
  {
    row: '87 teaching staff kinds',
    table: 'training_trainer',
    column: 'kind',
    words: ['Organizer', 'Moderator', 'Expert'],
  },
  {
    row: '88 assessment types',
    table: 'teacher_assessment',
    column: 'type',
    words: ['Bridge Course', 'Interractive Worksheet'],
  },
  // People are MALE, FEMALE or OTHER (decided, areas/README 25); BOTH is of what is made for all of them.
  { row: '89 gender values', table: 'product', column: 'gender', words: ['MALE', 'FEMALE', 'BOTH'] },
  { row: '95 audit responses', table: 'audit_answer', column: 'response', words: ['yes', 'no', 'na'] },
  {
    row: '82 reference types of user payments',
    table: 'payment',
    column: 'reference_type',
    words: [
      'APPLICATION_FORM',
      'REGISTRATION_FORM',
      'ADMISSION_FORM',
      'APPLICATION_FORM_OFFLINE',
      'APPLICATION_FORM_FILL',
      'APPLICATION_FORM_FILL_OFFLINE',
      'TUITION FEES',
    ],
  },
  {
    row: '86 class group types',
    table: 'class_group',
    column: 'type',
    words: ['Teacher Training', 'Curriculum', 'Recorded Classes', 'Curriculum_CMS'],
  },
  {
    row: '90 class categories',
    table: 'class',
    column: 'category',
    words: [
      'Bridge Course',
      'Intellibaby Parent Toddler Circle (1Year - 2Years)',
      'Hybrid',
      'Parent Toddler',
    ],
  },
  { row: '96 follow-up type', table: 'follow_up', column: 'type', words: ['academic'], more: true },
  {
    row: '100 concession type',
    table: 'concession',
    column: 'concession_type',
    words: ['Royalty Concession'],
    more: true,
  },
  {
    row: '126 student edit status',
    table: 'enrolment',
    column: 'edit_status',
    words: ['pending', 'completed'],
  },
  {
    row: '114 payment status',
    table: 'payment',
    column: 'status',
    words: ['INITIATED', 'FAILED', 'CONFIRMED', 'TRANSFERRED', 'APPROVAL_WAITING'],
  },
  {
    row: '115 kit set mapping status',
    table: 'kit_mapping',
    column: 'status',
    words: ['PENDING', 'CH1_APPROVED', 'APPROVED', 'REJECT'],
  },
  {
    row: '116 WOW kit BOM configuration status',
    table: 'wow_bom',
    column: 'status',
    words: ['PENDING', 'C1 APPROVED', 'C2 APPROVED', 'REJECTED', 'ACTIVE', 'INACTIVE'],
  },
  {
    row: '117 WOW kit approver status',
    table: 'wow_order',
    column: 'status',
    words: ['PENDING', 'ZSM APPROVED', 'APPROVED', 'REJECTED'],
  },
  {
    row: '120 retailer margin status',
    table: 'margin_request',
    column: 'status',
    words: ['PENDING', 'PARTIALLY APPROVED', 'APPROVED', 'REJECTED'],
  },
  {
    row: '121 teacher training status',
    table: 'training',
    column: 'status',
    words: ['ACTIVE', 'IN PROGRESS', 'COMPLETED', 'CANCELLED'],
  },
  {
    row: '127 answer to an invitation',
    table: 'training_enrollment',
    column: 'response',
    words: ['PENDING', 'ACCEPTED', 'DECLINED'],
  },
];

test('rows 80 to 90, 95, 96, 100, 114 to 117, 120, 121, 126, 127: the words of the specification are what the tables hold', async () => {
  for (const { row, table, column, words, more } of lists) {
    const checks = await app.sql<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and contype = 'c'
        and pg_get_constraintdef(oid) ~ ('\\m' || $2 || '\\M') and pg_get_constraintdef(oid) ~ 'ARRAY'`,
      [table, column],
    );
    const held = checks.map(({ text }) =>
      [...text.matchAll(/'((?:[^']|'')*)'::text/g)].map((match) => match[1]),
    );
    assert.ok(
      held.some((list) =>
        more ? words.every((word) => list.includes(word)) : JSON.stringify(list) === JSON.stringify(words),
      ),
      `${row}: ${JSON.stringify(held)}`,
    );
  }
});

test('rows 80, 93, 94: names of sample kits and of reports; transport is the one type of a service', async () => {
  assert.deepEqual(sampleCategories, {
    STUDENT_KIT: 'Student Sample KIT',
    UNIFORM_KIT: 'Student Uniform Sample KIT',
  });
  assert.deepEqual(
    tatReports.map(({ title }) => title),
    ['City Wise', 'Class Wise', 'Status Wise', 'Intelli Kit Matrix Report'],
  );
  assert.deepEqual(Object.values(opsReports), ['All Kit', 'Damaged Kit']);
  const types = await app.sql<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint
      where conrelid = 'service_category'::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ 'service_type'`,
  );
  assert.deepEqual(
    types.map(({ text }) => text),
    [`CHECK ((service_type = 'TRANSPORT'::text))`],
  );
});

test('row 59: local storage has no key but the twelve, and a tab keeps little', () => {
  const users = (storage: string) =>
    globSync('{apps,areas,packages}/**/*.{ts,tsx}', { cwd: path.join(import.meta.dirname, '..') })
      .filter((file) => !/node_modules|\.test\.|testing/.test(file))
      .filter((file) => sourceOf(file).includes(storage))
      .sort();
  assert.deepEqual(users('localStorage'), [
    'apps/web/clear-device.ts',
    'apps/web/storage.ts',
    'areas/orders/wow/wow-cart.tsx', // `wowKitOrderItems`
  ]);
  assert.deepEqual(users('sessionStorage'), [
    'apps/web/appearance.ts',
    'apps/web/load-chunk.ts',
    'apps/web/tab-context.ts',
    'areas/enquiries/enquiry/last-list.web.ts',
    'areas/training/meeting/room.tsx', // the tab's connection, whose place it takes when it is loaded again
    'packages/web/form/draft.ts',
  ]);
});

test('row 104: the Tots Readiness Program is a programme of enquiries', () => {
  assert.ok(programmes.includes('Tots Readiness Program'));
});

test('rows 117, 119, 122, 123, 125: labels of the WOW kit, of general audits, stages and buckets', () => {
  assert.equal(wowLabels['ZSM APPROVED'], 'ZM APPROVED');
  assert.deepEqual(Object.values(approverLabels), [
    'PENDING',
    'C1 APPROVED',
    'C2 APPROVED',
    'APPROVED',
    'REJECTED',
  ]);
  assert.deepEqual(Object.values(generalLabels), ['COMPLETED', 'IN-PROGRESS', 'CLOSED']);
  const stateless = Object.keys(auditStates).filter(
    (state) => !Object.values(generalStates).some((states) => states.some((one) => one === state)),
  );
  assert.deepEqual(stateless, ['VOID'], 'every audit that counts has one of the three words');
  for (const stage of [
    'Yet_to_call',
    'Close',
    'Application Fee Link Sent',
    'Admission Form Completed',
    'Admission Confirmed',
    'Online Counselling Done',
    'Offline Counselling Done',
    'Drop Off',
    'Intelliskills+BSK Fee Plan Assign',
    'Temporarily Confirmed',
    'Wrong class/Drop-off',
    'Appointment Fixed',
  ])
    assert.ok(
      stages.some((one) => one === stage),
      stage,
    );
  assert.deepEqual(
    Object.values(buckets).map((label) => label.split(' · ')),
    [
      ['Open-Cold', 'Over Due'],
      ['Open-Cold', 'Current'],
      ['Open-Cold', 'Next followup'],
      ['Int to Walkin Warm', 'Current'],
      ['Int to Walkin Warm', 'Next'],
      ['Walkin completed-Hot', 'Current'],
      ['Walkin completed-Hot', 'Next'],
      ['Close enquiries'],
    ],
  );
});

test('rows 118, 151, 152, 156, 157, 217: the roles and modules that the specification names', async () => {
  const roles = (await app.sql<{ role: string }>('select role from role where active')).map(
    ({ role }) => role,
  );
  const approvers = ['C1', 'C2', 'C3', 'ZSM'].map((who) => `WOWKIT_${who}_APPROVED`);
  const named = ['FRANCHISEE_USER_1', 'COCO_USER_1', 'Councellor', 'BSKUSER', 'TEACHER', 'ADMIN'];
  for (const role of [...approvers, 'WOWKIT_APPROVED', ...named]) assert.ok(roles.includes(role), role);
  const masters = await app.sql<{ role: string }>(
    'select role from role where franchisee_master order by position',
  );
  assert.deepEqual(
    masters.map(({ role }) => role),
    ['FRANCHISEE_USER_1', 'COCO_USER_1', 'Councellor'],
  );
  // Who is named with a right of their own: offline admissions; joining and registering for trainings.
  const held = await app.sql<{ role: string; module: string }>(
    `select r.role, e.module from role r join role_end_point p on p.role_id = r.id join system_end_point e on e.id = p.end_point_id
      where e.method = 'any' and (r.role, e.module) in (('FRANCHISEE_USER_1', 'offlineAdmissionForm'),
        ('ACADEMIC_COORDINATOR', 'trainingByTrainers'), ('ACADEMIC_COORDINATOR', 'trainingRegisterStaff'))`,
  );
  assert.equal(held.length, 3, JSON.stringify(held));
  const rows = await app.sql<{ name: string; student: boolean }>(
    'select name, student from module where stale_since is null',
  );
  const modules = new Map(rows.map(({ name, student }) => [name, student]));
  const staffs =
    `System city User UserPaymentLinks ProductRetailerMargin warehouseMapping FeeTypeApproval Dashboard
    financeDashboard StudentDashboard staffDashboard cronDashboard kitProductMapping kitAllocation stockCheck
    ProductUniformKitMapping curriculumkit2configurationamount enquiry ServiceRegistration uploadEnquiries followup
    registration AdmissionForm googleWebHook waIdIntegration services ServiceCategory ServiceType ESCORT_DIGITAL_ID
    studentPromotionView student class classGroup TeacherHomework Staff myClasses onlineClass recordedVideo Attendance
    CenterHeadAttendance TeacherAttendance academicCalendar Curriculum curriculumCMS Terms Skills GradeEntry TeacherRemark
    reportPublishSetting StudentHealthRemark CenterHeadAudit TeacherAuditView teacherLogbook GeneralAudit AMSDashboard
    cctvDocUpload StudentUniformIndent ReportDetails B2SReport StudentProgressReport TeacherProgressReport scheduleReports
    ledger AddTransaction settlementTransfer FranchiseeToBB royalty FeePlanList feeStructure ConcessionAndTAXSettings
    ApproveFeePlan approveServiceConcession feeConcession ApprovePaymentList StudentFeeConcessionApproval Franchisee
    PlaceOrders orderHistory PincodeCheck FranchiseeData TicketingAdmin TicketMetrix announcementList photogallaryList
    InstaPost leadAllocation sop`.split(/\s+/);
  assert.deepEqual(
    staffs.filter((name) => modules.get(name) !== false),
    [],
  );
  const students = ['studentAttendance', 'studentAnnouncements', 'studentGallery', 'studentCalender'];
  assert.deepEqual(
    [...students, 'studentReport', 'studentAccount'].filter((name) => modules.get(name) !== true),
    [],
    'they carry the student flag',
  );
});

test('row 158 and /payments: the permission that each group of screens needs, a payment two of them', () => {
  const gates = new Map(
    areaServers.flatMap(({ area }) =>
      area.screens.map(({ path: at, module, level }) => [at as string, [module, level ?? null]] as const),
    ),
  );
  const under = (start: string) => [...gates].filter(([at]) => at.startsWith(start));
  for (const [at, ...gate] of [
    ['/payments/pay/{referenceID?}', 'payments', 'offlinePayment'],
    ['/payments/transfer-franchiseeToBB', 'payments', 'FranchiseeToBB'],
    ['/payments/settlement-payment-transfer', 'payments', 'settlementTransfer'],
    ['/payments/application-form/{refID}', 'payments', 'offlineApplicationForm'],
    ['/payments/admission-form/{refID}', 'payments', 'offlineAdmissionForm'],
    ['/trainer-led/registration-details/{id}', 'trainingByTrainersCreate', null],
    ['/trainer-led/attendance-details/{trainingID}', 'trainingByTrainersMarkAttendance', null],
    ['/trainer-led/trainer-feedback-report', 'trainingByTrainersReport', null],
    ['/eventcalendar/add-event-calendar', 'eventCalendar', null],
    ['/eventcalendar/edit-calendar/{calendarID}', 'eventCalendar', null],
    ['/transport/assign-bus-route-to-student', 'AssignStudentsToVehicleRoute', null],
    ['/transport/edit-assign-bus-route-to-student/{assinedID}', 'AssignStudentsToVehicleRoute', null],
    ['/transport/vehicle-actual-route', 'VehicleActualRoute', null],
  ])
    assert.deepEqual(gates.get(at ?? ''), gate, at ?? '');
  for (const [start, module] of [
    ['/pincodes/', 'pincodes'],
    ['/transport/vehicle-bus-', 'VehicleDetails'],
    ['/transport/vehicle-details', 'VehicleDetails'],
    ['/transport/vendors', 'ESCORT_DIGITAL_ID'],
  ] as const) {
    assert.ok(under(start).length > 2, start);
    for (const [at, [held]] of under(start)) assert.ok([held].flat().includes(module), at);
  }
});

test('row 160: the configured base of the API stands in the page, and its policy lets calls go there', async () => {
  const webDir = mkdtempSync(path.join(tmpdir(), 'letter-'));
  try {
    writeFileSync(path.join(webDir, 'index.html'), '<meta name="api-base" content="__API_BASE__" />');
    const pageAt = async (address: string) => {
      const page = await serveWebApp(fastify(), {
        webDir,
        checkout: { script: '', frame: '', connect: '' },
        screens: [],
        apiBase: apiBaseOf({ AANGAN_API_URL: address }),
      });
      return page('/login', []);
    };
    const { html, csp } = await pageAt('https://api.aangan.test/base/');
    assert.match(html, /content="https:\/\/api\.aangan\.test\/base"/);
    assert.match(csp, /connect-src [^;]*https:\/\/api\.aangan\.test(?![\w/])/);
    assert.match((await pageAt('')).html, /content=""/, 'without one the page’s own origin');
    await assert.rejects(pageAt('nowhere'), /AANGAN_API_URL is no web address/);
  } finally {
    rmSync(webDir, { recursive: true });
  }
});

test('row 201: the visit chooser shows its days as DD-MM-YYYY, as India counts them', () => {
  assert.equal(dayText('2026-11-23T20:00:00Z', 'en'), 'Tue, 24-11-2026');
  assert.match(dayText('2026-11-24T05:00:00Z', 'hi'), /^\p{Script=Devanagari}+, 24-11-2026$/u);
});

test('rows 6, 7, 45: screens stand in the area and carry the flags of the 471 routes', () => {
  const routes = new Map(
    readFileSync(path.join(import.meta.dirname, 'routes.tsv'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('/') || line.includes('\t/'))
      .map((line) => {
        const [area = '', at = '', flags = ''] = line.split('\t');
        return [at, [area, ...flags.split(',').filter((flag) => flag !== '-')].sort().join()];
      }),
  );
  assert.equal(routes.size, 471);
  const screens = areaServers.flatMap(({ area }) => area.screens.map((screen) => ({ area, screen })));
  const declared = new Set<string>(screens.map(({ screen }) => screen.path));
  assert.deepEqual(
    [...routes.keys()].filter((route) => !declared.has(route)),
    [],
  );
  const different = screens.flatMap(({ area, screen }) => {
    const flags = [
      ...(screen.write ? ['write'] : []),
      ...(screen.centre ? ['centre'] : []),
      ...(screen.module === openModules.anyone ? ['public'] : []),
    ];
    const stands = [area.name, ...flags].sort().join();
    const wanted = routes.get(screen.path);
    return wanted === stands ? [] : [`${screen.path}: ${stands}, specified: ${wanted}`];
  });
  // `/system` alone is no route of the specification: it only leads on.
  assert.deepEqual(different, ['/system: system, specified: undefined']);
});

/** `ledger & level_7`: any one of the first list, and any one of the second. */
const gateText = (any: readonly string[], also: readonly string[] | null): string =>
  [any, also ?? []].flatMap((list) => (list.length > 0 ? [[...list].sort().join('|')] : [])).join(' & ');
const gates = new Map(
  areaServers.flatMap(({ area }) =>
    area.screens.map((screen) => [
      screen.path,
      gateText(
        [screen.module].flat().filter((module) => !module.startsWith('@')),
        screen.level === undefined ? null : [screen.level].flat(),
      ),
    ]),
  ),
);

test('section 5: what opens each of the 471 screens is what the catalogue of the design says', () => {
  const names = (list = '') => list.split(',').filter(Boolean);
  const rows = sourceOf('db/migrations/0111_screen_routes.sql').matchAll(
    /^ {2}\('(\/[^']*)', '\w+', (?:null|'\w+'), '\{([^}]*)\}', (?:null|'\{([^}]*)\}'), /gm,
  );
  const seeded = new Map(
    [...rows].map(([, at = '', any, also]) => [
      at,
      gateText(names(any), also === undefined ? null : names(also)),
    ]),
  );
  assert.equal(seeded.size, 471);
  assert.deepEqual(
    Object.fromEntries([...gates].filter(([at, gate]) => at !== '/system' && seeded.get(at) !== gate)),
    // What areas decided when they were built; the books of head office: migration 0112.
    {
      '/ledger/nodal': 'ledger & level_7',
      '/general-audit/audit-type-list': 'AuditCatalogue',
      '/general-audit/sub-category/list/{categoryId}': 'AuditCatalogue',
      '/general-audit/parameter/list/{subcategoryId}': 'AuditCatalogue',
      '/amsv1/weightageModification': 'AMSConfiguration|AuditCatalogue',
      '/cctvDocUpload/cctvDocUpload': 'cctvDocUpload|cctvDocVerify',
      '/cctvDocUpload/edit/{cctvDocId}': 'cctvDocUpload|cctvDocVerify',
      '/learning/curriculum': 'Curriculum|CurriculumReports',
      '/staff/documents/upload': 'Staff|staffApprove',
      '/staff/home': 'Staff|TeacherAttendance',
      '/students/detail/{ClassId?}/{SectionId?}/{FranchiseeId?}': 'student',
      '/self-training/teacher-enrollment': 'approveTeacherEnrollment|teacherEnrollment',
      '/self-training/teacher-performance-record/{staffID}': 'selfTraining|teacherPerformance',
    },
  );
});

test('rows 34, 38, 40 to 45: groups and routes of the specification ask for their own permission', () => {
  const wanted = {
    '/payments/pay/{referenceID?}': 'payments & offlinePayment',
    '/payments/transfer-franchiseeToBB': 'payments & FranchiseeToBB',
    '/payments/settlement-payment-transfer': 'payments & settlementTransfer',
    '/payments/application-form/{refID}': 'payments & offlineApplicationForm',
    '/payments/admission-form/{refID}': 'payments & offlineAdmissionForm',
    '/trainer-led/registration-details/{id}': 'trainingByTrainersCreate',
    '/trainer-led/attendance-details/{trainingID}': 'trainingByTrainersMarkAttendance',
    '/trainer-led/trainer-feedback-report': 'trainingByTrainersReport',
    '/ams/amsCalender': '',
    '/finance/dashboard': 'financeDashboard|level_4',
    '/ledger/student-ledger/{studentAdmissionID?}': 'ledger|studentAccount',
    // The owner of royalty needs no key to roles (decided, system.md 12.3).
    '/system/royalty/setting': 'System|level_6 & royalty',
  };
  for (const [at, gate] of Object.entries(wanted)) assert.equal(gates.get(at), gate, at);
  const groups: readonly (readonly [string, RegExp])[] = [
    ['eventCalendar', /^\/eventcalendar\/(?!event-calendar-view|view-calendar)/], // what a family sees, too
    ['pincodes', /^\/pincodes\//],
    ['AssignStudentsToVehicleRoute', /^\/transport\/(?:edit-)?assign(?:ed)?-bus-route/],
    ['VehicleActualRoute', /^\/transport\/vehicle-actual-route/],
    ['VehicleDetails', /^\/transport\/vehicle-(?!actual-route|destination)/],
    ['ESCORT_DIGITAL_ID', /^\/transport\/(?:vendors|vehicle-destination|stundent)/],
    ['System', /^\/system\/(?!royalty|dynamic-module\/|system-end-points\/)/],
  ];
  for (const [gate, group] of groups) {
    const found = [...gates].filter(([at]) => group.test(at));
    assert.ok(found.length >= 3 || gate === 'VehicleActualRoute', gate);
    assert.deepEqual(
      found.filter(([, one]) => one !== gate),
      [],
    );
  }
});

test('section 5, row 39: payments, royalty of a child, taxes and open tickets stand in the menu', async () => {
  const { dashboards } = await app.as('Asha').call(profileContract.menu, {});
  const links = dashboards.flatMap(({ groups }) =>
    groups.flatMap(({ items }) => items.map(({ link }) => link)),
  );
  for (const link of [
    '/payments/pay',
    '/royalty/student-royalty-details',
    '/concession/tax/gst',
    '/ticketing-bees/bees-ticket-list/open',
  ])
    assert.ok(links.includes(link), link);
});

test('row 36: the screens that have a name elsewhere stand at one path, with the parts that the name asks for', () => {
  const declared = new Set(areaServers.flatMap(({ area }) => area.screens.map(({ path: at }) => at)));
  for (const at of [
    '/profile', // Profile
    '/enquiry/generate-qrcode', // QrcodeGenerator
    '/trainer-led/join/{referenceID}', // joinTrainingMeeting
    '/trainer-led/indiviual-trainer-feedback-report/{trainingID}/{trainerID}', // indiviualTrainerFeedbackReport
    '/trainer-led/trainer-feedback/{trainingID}', // trainerFeedback
    '/trainer-led/register-staff/{trainingID}', // RegisterStaff
  ])
    assert.ok(declared.has(at), at);
});

test('rows 112, 113: an order that waits reads Placed; each status has its style, anything else is danger', () => {
  const looks = Object.fromEntries(
    ['PENDING', 'FAIL', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'ELSE'].map((state) => [
      state,
      lookOf('order', state),
    ]),
  );
  assert.deepEqual(looks, {
    PENDING: ['info', 'Placed'],
    FAIL: ['danger', 'Fail'],
    CONFIRMED: ['shipped', 'Confirmed'],
    SHIPPED: ['confirm', 'Shipped'],
    DELIVERED: ['delivery', 'Delivered'],
    CANCELLED: ['danger', 'Cancelled'],
    ELSE: ['danger', 'Else'],
  });
});

test('row 75: the shared filters of enquiries find by sub-status, words and class category', async () => {
  const esha = app.as('Esha');
  const [ordinary, special] = await app.sql<{ id: number }>('select id from class order by id limit 2');
  assert.ok(ordinary && special);
  await app.sql(`update class set category = 'Parent Toddler' where id = $1`, [special.id]);
  for (const [n, classId] of [ordinary.id, special.id].entries())
    await esha.call(enquiryContract.capture, {
      guardianName: n === 0 ? 'Meera Iyer' : 'Sunil Rao',
      mobile: `982010090${n}`,
      children: [{ firstName: n === 0 ? 'Vivaan' : 'Ananya', dob: '2024-03-05', classId }],
      sourceId: sourceIds.walkIn,
    });
  const found = async (input: object) =>
    (await esha.call(enquiryContract.list, input)).rows.map((row) => row.guardianName).sort();
  assert.deepEqual(await found({ studentClassCategory: ['Parent Toddler'] }), ['Sunil Rao']);
  assert.deepEqual(await found({ searchValue: 'Vivaan' }), ['Meera Iyer']);
  const [sub] = await app.sql<{ sub: string | null }>('select sub_status as sub from enquiry limit 1');
  await app.sql(`update enquiry set sub_status = 'Warm' where guardian_name = 'Sunil Rao'`);
  assert.deepEqual(await found({ spancoSubStatus: ['Warm'] }), ['Sunil Rao'], String(sub?.sub));
  const query = encodeQuery(enquiryContract.list.input, { searchValue: 'Vivaan' });
  assert.equal(query.toString(), 'searchValue=Vivaan');
});

test('row 138: digits only, and one decimal point where decimals are allowed', () => {
  const blocked = (key: string, value: string, decimals: boolean, ctrlKey = false) => {
    let stopped = false;
    const event = {
      key,
      ctrlKey,
      metaKey: false,
      altKey: false,
      currentTarget: { value },
      preventDefault: () => {
        stopped = true;
      },
    };
    numericOnly({ decimals }).onKeyDown(event);
    return stopped;
  };
  for (const key of '0123456789') assert.equal(blocked(key, '', false), false);
  for (const key of ['a', '-', '+', 'e', ' ', '.', '₹', '٣'])
    assert.equal(blocked(key, '', false), true, key);
  for (const key of ['Backspace', 'Tab', 'Enter', 'ArrowLeft'])
    assert.equal(blocked(key, '', false), false, key);
  assert.equal(blocked('v', '', false, true), false, 'shortcuts work');
  assert.equal(blocked('.', '12', true), false);
  assert.equal(blocked('.', '1.2', true), true);
  assert.equal(numericOnly().inputMode, 'numeric');
  assert.equal(numericOnly({ decimals: true }).inputMode, 'decimal');
});
