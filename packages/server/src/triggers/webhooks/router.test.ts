import { describe, expect, it } from 'vitest';
import { createWebhookRouter, normalisePath } from './router.ts';

const routerOf = (...paths: string[]) => {
  const router = createWebhookRouter<string>();
  for (const path of paths) router.add('GET', path, path);
  return router;
};

describe('which webhook a call belongs to', () => {
  it.each([
    [['orders'], 'orders', 'orders', {}],
    [['orders'], 'orders/', 'orders', {}],
    [['orders/new'], 'orders/new', 'orders/new', {}],
    [['id/users/:id'], 'id/users/7', 'id/users/:id', { id: '7' }],
    [['users/:id', 'users/me'], 'users/me', 'users/me', {}],
    [['users/:id', 'users/me'], 'users/you', 'users/:id', { id: 'you' }],
    [[':kind/list', 'users/:id'], 'users/list', 'users/:id', { id: 'list' }],
    [[':kind/list', 'users/:id/more'], 'users/list', ':kind/list', { kind: 'users' }],
    [[':a/:b'], 'x%2Fy/..%2f..', ':a/:b', { a: 'x/y', b: '../..' }],
    [['größe'], 'gr%C3%B6%C3%9Fe', 'größe', {}],
    [['a b'], 'a%20b', 'a b', {}],
    [[':constructor'], '__proto__', ':constructor', { constructor: '__proto__' }],
  ])('%j: %s', (paths, called, entry, params) => {
    const found = routerOf(...paths).find('GET', called);
    expect(found).toEqual({ entry, params: Object.assign(Object.create(null), params) });
  });

  it.each([
    [['orders'], 'Orders'],
    [['orders'], 'orders//'],
    [['orders'], 'x/../orders'],
    [['a/b'], 'a%2fb'],
    [[':id'], ''],
    [[':id'], '%'],
    [[':id'], '%ff'],
    [['toString/x'], 'constructor/x'],
  ])('%j does not answer %s', (paths, called) => {
    expect(routerOf(...paths).find('GET', called)).toBeUndefined();
  });

  it('keeps who came first, whatever the parameters are called', () => {
    const router = createWebhookRouter<string>();
    expect(router.add('GET', 'users/:id', 'first')).toBe(true);
    expect(router.add('GET', 'users/:name/', 'second')).toBe(false);
    expect(router.add('POST', 'users/:name', 'third')).toBe(true);
    expect(router.find('GET', 'users/1')?.entry).toBe('first');
    expect(router.methods('users/1').sort()).toEqual(['GET', 'POST']);
    router.remove('GET', 'users/:id');
    expect(router.find('GET', 'users/1')).toBeUndefined();
    expect(router.find('POST', 'users/1')?.entry).toBe('third');
  });

  it('writes the names of parameters as one', () => {
    expect(normalisePath('/users/:id/items/:item/')).toBe('users/:/items/:');
    expect(normalisePath('a:b/:')).toBe('a:b/:');
  });
});
