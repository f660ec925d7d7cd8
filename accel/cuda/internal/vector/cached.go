package vector

// cached is memory that can be filled again: that of a domain or of an evictable vector. The
// store's mutex guards it.
type cached struct {
	store  *Store
	key    any // in the store's list
	domain *Domain
	users  int
	closed bool // to further users: it goes with its last one
	freed  bool
	free   func() error
}

// list adds memory to the store's list, with one user. The caller holds the mutex.
func (c *cached) list() {
	c.users = 1
	c.store.cached[c.key] = c
}

// unlist closes the memory to further users. The caller holds the mutex.
func (c *cached) unlist() {
	c.closed = true
	if c.store.cached[c.key] == c {
		delete(c.store.cached, c.key)
	}
}

// done says that a user is done.
func (c *cached) done() error {
	c.store.mutex.Lock()
	defer c.store.mutex.Unlock()
	c.users--
	if !c.closed {
		return nil
	}
	return c.evict()
}

// evict frees the memory unless it has users. The caller holds the mutex.
func (c *cached) evict() error {
	if c.users > 0 || c.freed {
		return nil
	}
	c.unlist()
	c.freed = true
	return c.free()
}
