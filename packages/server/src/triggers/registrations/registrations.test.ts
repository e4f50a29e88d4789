import { expect, it, vi } from 'vitest';
import { forEachDatabase } from '../../db/testing.ts';
import { setUpTriggers, triggerNode } from '../trigger-setup.testing.ts';
import { replaceRegistration } from './plan.ts';
import { findRegistered } from './store.ts';

vi.setConfig({ testTimeout: 30_000 });

forEachDatabase('a webhook whose service is told', (open) => {
  const setUp = async () => {
    const setup = await setUpTriggers(await open());
    const { service } = setup;
    const hooked = (more = {}, name = 'Trigger') => triggerNode('hooked', { url: service.url, ...more }, name);
    return { ...setup, hooked };
  };
  const address = (path = 'hooked') => `http://millrace.test/webhook/${path}`;

  it('is registered by the activation, with what that leaves, and not again by a change of something else', async () => {
    const { add, hooked, service, staticData, workflows, user } = await setUp();
    const id = await add([hooked()]);
    expect([...service.hooks.values()]).toEqual([{ id: '1', url: address(), events: 'all' }]);
    expect(await staticData(id)).toEqual({ 'node:Trigger': { hookId: '1', secret: 'secret' } });
    service.asked.length = 0;
    await workflows.update({ user }, id, { name: 'Other', nodes: [hooked(), triggerNode('collect', {}, 'Later')] });
    expect(service.asked).toEqual([]);
  });

  it('is registered anew where its parameters change, and what was registered before is taken back', async () => {
    const { add, hooked, service, workflows, user, staticData } = await setUp();
    const id = await add([hooked()]);
    await workflows.update({ user }, id, { nodes: [hooked({ events: 'some', path: 'other' })] });
    expect([...service.hooks.values()]).toEqual([{ id: '2', url: address('other'), events: 'some' }]);
    expect(await staticData(id)).toMatchObject({ 'node:Trigger': { hookId: '2' } });
  });

  it.each(['deactivated', 'deleted'])('is taken back when its workflow is %s', async (how) => {
    const { add, hooked, service, workflows, user, registrations } = await setUp();
    const id = await add([hooked()]);
    if (how === 'deleted') await workflows.remove({ user }, id);
    else await workflows.update({ user }, id, { active: false });
    expect(service.hooks.size).toBe(0);
    expect(await registrations()).toEqual([]);
  });

  it('refuses the activation in the words of the service, and leaves nothing of the other nodes', async () => {
    const { add, hooked, service, workflows, user, registrations } = await setUp();
    const other = hooked({ path: 'other', url: 'http://127.0.0.1:1' }, 'Other');
    const id = await add([hooked(), other], false);
    await expect(workflows.update({ user }, id, { active: true })).rejects.toThrow(/^"Other": /);
    expect((await workflows.get(user, id)).active).toBe(false);
    expect(service.hooks.size).toBe(0);
    expect(await registrations()).toEqual([]);
    service.broken.set('POST /hooks', { status: 422, text: 'This plan has no webhooks' });
    await workflows.update({ user }, id, { nodes: [hooked()] });
    await expect(workflows.update({ user }, id, { active: true })).rejects.toThrow(
      '"Trigger": This plan has no webhooks',
    );
    expect((await workflows.activationError(user, id))?.error.message).toContain('This plan has no webhooks');
  });

  it('answers before the service is told, so that this may call while it is', async () => {
    const { add, hooked, service, triggers } = await setUp();
    const found: unknown[] = [];
    const asking = Promise.withResolvers<void>();
    service.held.set('POST /hooks', asking.promise);
    const adding = add([hooked()]);
    await vi.waitFor(() => expect(service.asked).toContain('POST /hooks'), 5000);
    found.push(await triggers.webhooks.find('POST', 'hooked'));
    asking.resolve();
    await adding;
    expect(found).toEqual([expect.objectContaining({ params: {} })]);
  });

  it('does not hinder a deactivation where it cannot be taken back: that is shown, and tried again', async () => {
    const { add, hooked, service, workflows, user, triggers, registrations, db } = await setUp();
    const id = await add([hooked()]);
    service.broken.set('DELETE /hooks', { status: 500, text: 'Come back later' });
    expect(await workflows.update({ user }, id, { active: false })).toMatchObject({ active: false });
    const message = 'It could not be unregistered: Come back later';
    expect(await workflows.triggerStates(user, id)).toMatchObject([
      { node: 'Trigger', part: 'registration', status: 'failing', message, nextTry: expect.any(String) },
    ]);
    expect(await registrations()).toMatchObject([{ state: 'leaving', failures: 1 }]);
    service.broken.clear();
    await db.updateTable('registrations').set({ try_at: 1 }).execute();
    await triggers.duty.start();
    await vi.waitFor(async () => expect(await registrations()).toEqual([]), 10_000);
    expect(service.hooks.size).toBe(0);
    expect(await workflows.triggerStates(user, id)).toEqual([]);
  });

  it('does not hinder a change of an active workflow where it cannot be registered: that is shown, and tried again', async () => {
    const { add, hooked, service, workflows, user, triggers, db } = await setUp();
    const id = await add([hooked()]);
    service.broken.set('POST /hooks', { status: 500, text: 'Come back later' });
    expect(await workflows.update({ user }, id, { nodes: [hooked({ events: 'some' })] })).toMatchObject({
      active: true,
    });
    expect(await workflows.triggerStates(user, id)).toMatchObject([
      { message: 'It is not registered: Come back later' },
    ]);
    service.broken.clear();
    await db.updateTable('registrations').set({ try_at: 1 }).execute();
    await triggers.duty.start();
    await vi.waitFor(() => expect([...service.hooks.values()]).toMatchObject([{ events: 'some' }]), 10_000);
    await vi.waitFor(async () => expect(await workflows.triggerStates(user, id)).toEqual([]), 5000);
  });

  it('is not registered again by a restart, and anew under another address', async () => {
    const { add, hooked, service, triggers, create, address: public_ } = await setUp();
    await add([hooked()]);
    await triggers.close();
    service.asked.length = 0;
    const second = create();
    await second.triggers.start();
    await second.triggers.duty.start();
    await second.triggers.close();
    expect(service.asked).toEqual([]);
    public_.base = 'https://new.test';
    const third = create();
    await third.triggers.start();
    await third.triggers.duty.start();
    await vi.waitFor(
      () =>
        expect([...service.hooks.values()]).toEqual([
          { id: '2', url: 'https://new.test/webhook/hooked', events: 'all' },
        ]),
      10_000,
    );
  });

  it('is registered once, whenever the process dies that does it', async () => {
    const { add, hooked, service, db, create, staticData } = await setUp();
    const id = await add([hooked()]);
    // As it is after a death before the service was told, after it was told, and after that was stored.
    for (const state of ['wanted', 'registering', 'registered'] as const)
      for (const isTold of state === 'wanted' ? [false] : state === 'registered' ? [true] : [false, true]) {
        const known = state === 'registered' ? {} : { static_data: null };
        if (!isTold) service.hooks.clear();
        await db
          .updateTable('registrations')
          .set({ state, try_at: state === 'registered' ? null : 1, ...known })
          .execute();
        const { triggers } = create();
        await triggers.start();
        await triggers.duty.start();
        await vi.waitFor(async () => {
          const rows = await db.selectFrom('registrations').select('state').execute();
          expect(rows).toEqual([{ state: 'registered' }]);
        }, 10_000);
        await triggers.close();
        const [hook, ...others] = service.hooks.values();
        expect(others).toEqual([]);
        expect(await staticData(id)).toMatchObject({ 'node:Trigger': { hookId: hook?.id } });
      }
  });

  it('is taken back, whenever the process dies that does it', async () => {
    const { add, hooked, service, db, create, workflows, user } = await setUp();
    for (const left of ['told', 'not told', 'told and forgotten']) {
      const id = await add([hooked()]);
      const rows = await db.selectFrom('registrations').selectAll().execute();
      const hooks = new Map(service.hooks);
      await workflows.remove({ user }, id);
      if (left !== 'not told') for (const [key, hook] of hooks) service.hooks.set(key, hook);
      const known = left === 'told and forgotten' ? { static_data: null } : {};
      for (const row of rows)
        await db
          .insertInto('registrations')
          .values({ ...row, ...known, state: 'leaving', try_at: 1 })
          .execute();
      const { triggers } = create();
      await triggers.duty.start();
      await vi.waitFor(
        async () => expect(await db.selectFrom('registrations').select('id').execute()).toEqual([]),
        10_000,
      );
      await triggers.close();
      expect(service.hooks.size).toBe(0);
    }
  });

  it('is taken back where another process has deactivated its workflow before the service had answered', async () => {
    const { add, hooked, service, create, workflows, user, registrations } = await setUp();
    const id = await add([hooked()], false);
    const answering = Promise.withResolvers<void>();
    service.held.set('POST /hooks', answering.promise);
    const activating = workflows.update({ user }, id, { active: true });
    await vi.waitFor(() => expect(service.asked).toContain('POST /hooks'), 5000);
    await create().workflows.update({ user }, id, { active: false });
    // Whoever asks the service knows when it has answered.
    expect(service.asked).not.toContain('DELETE /hooks');
    expect(await registrations()).toMatchObject([{ state: 'leaving' }]);
    answering.resolve();
    await activating;
    expect(await registrations()).toEqual([]);
    expect(service.hooks.size).toBe(0);
  });

  it('is taken back where that happens and the answer of the service is lost', async () => {
    const { add, hooked, service, create, workflows, user, triggers, registrations } = await setUp();
    const id = await add([hooked()], false);
    const answering = Promise.withResolvers<void>();
    service.held.set('POST /hooks', answering.promise);
    service.unanswered.add('POST /hooks');
    const activating = expect(workflows.update({ user }, id, { active: true })).rejects.toThrow('"Trigger": ');
    await vi.waitFor(() => expect(service.asked).toContain('POST /hooks'), 5000);
    await create().workflows.update({ user }, id, { active: false });
    answering.resolve();
    await activating;
    await triggers.duty.start();
    await vi.waitFor(async () => expect(await registrations()).toEqual([]), 10_000);
    expect(service.hooks.size).toBe(0);
  });

  it('is registered anew by another process only when it was taken back', async () => {
    const { add, hooked, service, create, workflows, user, registrations, staticData } = await setUp();
    const id = await add([hooked()]);
    const answering = Promise.withResolvers<void>();
    service.held.set('DELETE /hooks', answering.promise);
    const deactivating = workflows.update({ user }, id, { active: false });
    await vi.waitFor(() => expect(service.asked).toContain('DELETE /hooks'), 5000);
    service.asked.length = 0;
    const activating = create().workflows.update({ user }, id, { active: true });
    await vi.waitFor(async () => expect(await registrations()).toHaveLength(2), 5000);
    const others = create().triggers;
    await others.duty.start();
    await others.close();
    expect(service.asked).toEqual([]);
    answering.resolve();
    await Promise.all([deactivating, activating]);
    expect([...service.hooks.keys()]).toEqual(['2']);
    expect(await staticData(id)).toMatchObject({ 'node:Trigger': { hookId: '2' } });
    expect(await registrations()).toMatchObject([{ state: 'registered', claimed_until: null }]);
  });

  it('is seen to again when the claim of a process that has died is over', async () => {
    const { add, hooked, service, db, create, registrations } = await setUp();
    await add([hooked()]);
    service.hooks.clear();
    const state = 'registering';
    await db
      .updateTable('registrations')
      .set({ state, try_at: 1, claimed_until: Date.now() + 60_000 })
      .execute();
    service.asked.length = 0;
    const { triggers } = create();
    await triggers.duty.start();
    await vi.waitFor(async () => expect(await registrations()).toMatchObject([{ state, try_at: 1 }]), 5000);
    expect(service.asked).toEqual([]);
    await db
      .updateTable('registrations')
      .set({ claimed_until: Date.now() - 1 })
      .execute();
    await vi.waitFor(async () => expect(await registrations()).toMatchObject([{ state: 'registered' }]), 10_000);
    expect(service.hooks.size).toBe(1);
  });

  it.each([true, false])(
    'is not registered under another address once its workflow is inactive (%s)',
    async (stays) => {
      const { add, hooked, service, db, workflows, user, registrations } = await setUp();
      const id = await add([hooked()]);
      const [found] = await findRegistered(db);
      if (stays) service.broken.set('DELETE /hooks', { status: 500, text: 'Come back later' });
      await workflows.update({ user }, id, { active: false });
      await replaceRegistration(db, found!, 7);
      expect(await registrations()).toMatchObject(stays ? [{ state: 'leaving', failures: 1 }] : []);
    },
  );

  it('is registered for a test call beside what the active workflow has, and taken back after it', async () => {
    const { add, hooked, service, triggers, versions, registrations, staticData } = await setUp();
    const id = await add([hooked()]);
    const { workflow } = await versions.ofStored(Number(id));
    const subject = { workflow: workflow as never, node: 'Trigger', ranBy: '', staticData: {} };
    const specs = [{ method: 'POST', path: 'hooked', responseMode: 'onReceived' as const }];
    const { registerTest, endTest, testStaticData } = triggers.shared.registrations;
    await registerTest({ test: id, workflowId: Number(id), subject, specs });
    expect([...service.hooks.values()].map((hook) => hook.url)).toEqual([
      address(),
      'http://millrace.test/webhook-test/hooked',
    ]);
    expect(await testStaticData(id)).toEqual({ 'node:Trigger': { hookId: '2', secret: 'secret' } });
    expect(await staticData(id)).toMatchObject({ 'node:Trigger': { hookId: '1' } });
    await endTest(id);
    expect([...service.hooks.keys()]).toEqual(['1']);
    // It is looked whether the test has left the active workflow's at the service.
    expect(await registrations()).toMatchObject([{ test: null, state: 'registering', try_at: expect.any(Number) }]);
    // The process that has waited for the call has died.
    await registerTest({ test: id, workflowId: Number(id), subject, specs });
    expect(service.hooks.size).toBe(2);
    await triggers.duty.start();
    await vi.waitFor(() => expect([...service.hooks.keys()]).toEqual(['1']), 10_000);
  });

  it('is registered anew after a test call that has taken its place at the service', async () => {
    const { add, hooked, service, triggers, versions } = await setUp();
    const id = await add([hooked()]);
    const { workflow } = await versions.ofStored(Number(id));
    const subject = { workflow: workflow as never, node: 'Trigger', ranBy: '', staticData: {} };
    const specs = [{ method: 'POST', path: 'hooked', responseMode: 'onReceived' as const }];
    const { registerTest, endTest } = triggers.shared.registrations;
    await registerTest({ test: id, workflowId: Number(id), subject, specs });
    service.hooks.delete('1');
    await endTest(id);
    await triggers.duty.start();
    await vi.waitFor(() => expect([...service.hooks.values()].map(({ url }) => url)).toEqual([address()]), 20_000);
  });
});
